import {
  getSealState,
  isSealedTurn,
  isSealInForce,
  SEAL_LIFETIME_MS,
  withoutLastResults,
} from "#shared/domain/debates/judging/sealed-results.ts";

const END = new Date("2026-01-01T12:00:00Z");
const at = (ms: number) => END.getTime() + ms;

describe("results are sealed for members who have neither voted nor skipped", () => {
  it.each(["pending", "active"] as const)("while the debate is %s", (status) => {
    expect(isSealInForce({ status, spokenAt: END }, at(24 * 3_600_000))).toBe(true);
    expect(isSealInForce({ status, spokenAt: null }, at(0))).toBe(true);
  });

  it("for 10 minutes after its end", () => {
    const completed = { status: "completed", spokenAt: END } as const;
    expect(SEAL_LIFETIME_MS).toBe(600_000);
    expect(isSealInForce(completed, at(0))).toBe(true);
    expect(isSealInForce(completed, at(599_999))).toBe(true);
    expect(isSealInForce(completed, at(600_000))).toBe(false);
  });

  it("not if the end is unknown", () => {
    expect(isSealInForce({ status: "completed", spokenAt: null }, at(0))).toBe(false);
  });
});

describe("the sealed turns", () => {
  it.each([
    [2, [1, 2]],
    [6, [5, 6]],
    [20, [19, 20]],
  ])("of a debate with %i turns are the last two", (maxTurns, sealed) => {
    const numbers = Array.from({ length: maxTurns }, (_, index) => index + 1);
    expect(numbers.filter((number) => isSealedTurn(number, maxTurns))).toEqual(sealed);
  });

  it("lose their judgement and keep everything else", () => {
    const judgement = {
      score: 7,
      ruling: "Yes.",
      feedback: "Good.",
      judge: "grok",
      judgeModel: "g",
      quotes: ["a"],
    };
    const turns = [1, 2, 3, 4].map((turnNumber) =>
      Object.assign({ turnNumber, content: "a b" }, judgement),
    );
    const nothing = {
      score: null,
      ruling: null,
      feedback: null,
      judge: null,
      judgeModel: null,
      quotes: null,
    };
    expect(withoutLastResults(turns, 4)).toEqual([
      turns[0],
      turns[1],
      { turnNumber: 3, content: "a b", ...nothing },
      { turnNumber: 4, content: "a b", ...nothing },
    ]);
  });
});

it.each([
  [null, "judging"],
  [{ reasoning: null }, "judging"],
  [{ reasoning: "" }, "decided"],
  [{ reasoning: "Against." }, "decided"],
] as const)("with the scores %j the judge is %s", (scores, state) => {
  expect(getSealState(scores)).toBe(state);
});
