import { computeMomentum, findTurningPoint } from "#shared/domain/debates/judging/momentum.ts";
import { getRoleOfTurn } from "#shared/domain/debates/side.ts";

const scored = (...scores: (number | null)[]) =>
  scores.map((score, at) => ({ turnNumber: at + 1, role: getRoleOfTurn(at + 1), score }));
const listLeads = (...scores: (number | null)[]) =>
  computeMomentum(scored(...scores)).map(({ lead }) => lead);

test("the momentum is the difference of the mean scores, which changes with each answer", () => {
  expect(listLeads(8, 7, 9, 6)).toEqual([0, 1, 1, 2]);
  expect(listLeads(3, 9)).toEqual([0, -6]);
});

test("a first turn has no standing yet", () => {
  expect(computeMomentum(scored(8))).toEqual([
    { turnNumber: 1, role: "bot_a", score: 8, standing: null, lead: 0 },
  ]);
});

test("a turn without a score has no point and does not change the lead", () => {
  const points = computeMomentum(scored(8, null, 8, 6));
  expect(points.map(({ turnNumber }) => turnNumber)).toEqual([1, 3, 4]);
  expect(points.map(({ lead }) => lead)).toEqual([0, 0, 2]);
  expect(points.at(-1)?.standing).toEqual({ botA: 8, botB: 6, turnsEach: 1 });
});

test.each([
  ["is the turn that takes the lead for good", [5, 8, 9, 4, 5, 9, 9, 5], 8],
  ["does not exist if one side has always led", [8, 5, 8, 5], null],
  ["is the turn after a level one", [8, 8, 9, 5], 4],
  ["is not the first comparison", [8, 9], null],
  ["is the last one if the lead changes twice", [8, 5, 4, 8, 9, 5], 6],
  ["does not exist in a draw", [8, 8], null],
  ["does not exist before the first score", [], null],
  ["does not exist before both sides have a score", [8], null],
])("the turning point %s", (_where, scores, turn) => {
  expect(findTurningPoint(computeMomentum(scored(...scores)))).toBe(turn);
});
