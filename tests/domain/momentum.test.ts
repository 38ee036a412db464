import { findLeader, computeMomentum, findTurningPoint } from "#shared/domain/debates/momentum.ts";
import { getRoleOfTurn } from "#shared/domain/debates/side.ts";

const scored = (...scores: (number | null)[]) =>
  scores.map((score, at) => ({ turnNumber: at + 1, role: getRoleOfTurn(at + 1), score }));
const leads = (...scores: (number | null)[]) =>
  computeMomentum(scored(...scores)).map(({ lead }) => lead);

test("after equally many turns of both sides, the lead is the score For minus the score Against", () => {
  expect(leads(8, 7, 9, 6).filter((_, at) => at % 2 === 1)).toEqual([1, 4]);
  expect(leads(3, 9)[1]).toBe(-6);
});

test("a turn without an answer is compared with an average answer", () => {
  expect(leads(8)).toEqual([2.5]);
  expect(leads(8, 8, 3)[2]).toBe(-2.5);
});

test("a turn without a score has no point and does not change the lead", () => {
  const points = computeMomentum(scored(8, null, 8));
  expect(points.map(({ turnNumber }) => turnNumber)).toEqual([1, 3]);
  expect(points.map(({ lead }) => lead)).toEqual([2.5, 5]);
});

test.each([
  ["null before the first score, which differs from level", [], null],
  ["null while only one side has scores", [8, null, 9], null],
  ["no role when level", [7, 7], { role: null, by: 0 }],
  ["null while only For has scores, even if level with the average", [5.5], null],
  ["For", [8, 6], { role: "bot_a", by: 2 }],
  ["Against", [6, 9], { role: "bot_b", by: 3 }],
])("the leader is %s", (_who, scores, leader) => {
  expect(findLeader(computeMomentum(scored(...scores)))).toEqual(leader);
});

test.each([
  ["is the turn that takes the lead for good", [8, 5, 5, 9, 5, 9], 4],
  ["does not exist if one side has always led", [8, 5, 8, 5], null],
  ["is the turn after a level one", [8, 8, 9, 5], 3],
  ["is the second turn if the other side led after the first", [8, 9, 5, 9], 2],
  ["does not exist in a draw", [8, 8], null],
  ["does not exist before the first score", [], null],
])("the turning point %s", (_where, scores, turn) => {
  expect(findTurningPoint(computeMomentum(scored(...scores)))).toBe(turn);
});
