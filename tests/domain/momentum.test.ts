import { findLeader, computeMomentum, findTurningPoint } from "#shared/domain/debates/momentum.ts";
import { getRoleOfTurn } from "#shared/domain/debates/side.ts";

const scored = (...scores: (number | null)[]) =>
  scores.map((score, at) => ({ turnNumber: at + 1, role: getRoleOfTurn(at + 1), score }));
const leads = (...scores: (number | null)[]) =>
  computeMomentum(scored(...scores)).map(({ lead }) => lead);

test("when both have spoken equally often, the lead is the score For minus the score Against", () => {
  expect(leads(8, 7, 9, 6).filter((_, at) => at % 2 === 1)).toEqual([1, 4]);
  expect(leads(3, 9)[1]).toBe(-6);
});

test("a speech that is not answered yet is held against an average answer", () => {
  expect(leads(8)).toEqual([2.5]);
  expect(leads(8, 8, 3)[2]).toBe(-2.5);
});

test("a turn without a score is no point, and moves nothing", () => {
  const points = computeMomentum(scored(8, null, 8));
  expect(points.map(({ turnNumber }) => turnNumber)).toEqual([1, 3]);
  expect(points.map(({ lead }) => lead)).toEqual([2.5, 5]);
});

test.each([
  ["nobody before any score, which is not the same as level", [], null],
  ["nobody while one side alone was scored", [8, null, 9], null],
  ["nobody when level", [7, 7], { role: null, by: 0 }],
  ["nobody where For alone was scored, level or not", [5.5], null],
  ["For", [8, 6], { role: "bot_a", by: 2 }],
  ["Against", [6, 9], { role: "bot_b", by: 3 }],
])("in the lead is %s", (_who, scores, leader) => {
  expect(findLeader(computeMomentum(scored(...scores)))).toEqual(leader);
});

test.each([
  ["from the turn that took the lead for good", [8, 5, 5, 9, 5, 9], 4],
  ["nowhere, where one side has always led", [8, 5, 8, 5], null],
  ["after the turn that was level", [8, 8, 9, 5], 3],
  ["after the first turn, which the other side led", [8, 9, 5, 9], 2],
  ["nowhere in a draw", [8, 8], null],
  ["nowhere before any score", [], null],
])("a debate turned %s", (_where, scores, turn) => {
  expect(findTurningPoint(computeMomentum(scored(...scores)))).toBe(turn);
});
