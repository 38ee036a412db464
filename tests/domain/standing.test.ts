import { getRoleOfTurn } from "#shared/domain/debates/side.ts";
import {
  computeLead,
  computeStanding,
  describeLead,
  describeStanding,
} from "#shared/domain/debates/judging/standing.ts";

const scored = (scores: readonly (number | null)[]) =>
  scores.map((score, at) => ({ role: getRoleOfTurn(at + 1), score }));
const sentenceOf = (...scores: (number | null)[]) => {
  const standing = computeStanding(scored(scores));
  return standing && describeStanding(standing);
};

test.each([
  ["does not exist before the first score", [], null],
  ["does not exist after one turn", [8], null],
  ["does not exist while one side has no score", [8, null, 9, null], null],
  ["names who leads", [6, 7, 6, 8, 7, 7], "Against leads 7.3 to 6.3 after 3 turns each"],
  ["counts one turn", [8, 6], "For leads 8.0 to 6.0 after 1 turn each"],
  ["can be level", [6, 7, 7, 6], "Level at 6.5 after 2 turns each"],
  [
    "does not count a turn that is not answered yet",
    [8, 6, 1],
    "For leads 8.0 to 6.0 after 1 turn each",
  ],
  [
    "does not count turns without a score",
    [8, 6, null, 9, 4],
    "Against leads 7.5 to 6.0 after 2 turns each",
  ],
  [
    "leaves out the last turns of a side that was scored more often",
    [null, 9, null, 5, 8, 1],
    "Against leads 9.0 to 8.0 after 1 turn each",
  ],
  ["is level when the means are equal to one decimal", [7, 7], "Level at 7.0 after 1 turn each"],
])("the standing %s", (_what, scores, sentence) => {
  expect(sentenceOf(...scores)).toBe(sentence);
});

test("the lead is the difference of the means as they are shown", () => {
  const standing = computeStanding(scored([7, 6, 7, 6, 6, 8]));
  expect(standing).toEqual({ botA: 6.7, botB: 6.7, turnsEach: 3 });
  expect(standing && computeLead(standing)).toBe(0);
  expect(computeLead({ botA: 6.3, botB: 7.2, turnsEach: 3 })).toBe(-0.9);
});

test.each([
  [{ botA: 7, botB: 6.24 }, "led", "For led 7.0 to 6.2"],
  [{ botA: 6, botB: 7.5 }, "leads", "Against leads 7.5 to 6.0"],
  [{ botA: 7, botB: 7 }, "led", "Level at 7.0"],
  [{ botA: 7, botB: null }, "led", null],
  [{ botA: null, botB: null }, "led", null],
] as const)("the lead of %j is in words", (scores, verb, words) => {
  expect(describeLead(scores, verb)).toBe(words);
});
