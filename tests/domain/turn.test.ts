import {
  isRefusedByProvider,
  isValidTurnCount,
  getNextTurnNumber,
  getTurnType,
} from "#shared/domain/debates/turn.ts";
import { hasSecondVoice, getRoleOfTurn } from "#shared/domain/debates/side.ts";

describe("turns", () => {
  it("alternate: odd turns argue for, even turns against", () => {
    expect([1, 2, 3, 4].map(getRoleOfTurn)).toEqual(["bot_a", "bot_b", "bot_a", "bot_b"]);
  });

  it.each([
    ["bot_a", "grok", "grok", false],
    ["bot_b", "grok", "grok", true],
    ["bot_b", "grok", "claude", false],
  ] as const)(
    "of %s in a debate of %s against %s have the second voice: %p",
    (role, botA, botB, second) => {
      expect(hasSecondVoice(role, { botAProvider: botA, botBProvider: botB })).toBe(second);
    },
  );

  it("are two openings, then rebuttals, then two closings", () => {
    const types = [1, 2, 3, 4, 5, 6].map((n) => getTurnType(n, 6));
    expect(types).toEqual(["opening", "opening", "rebuttal", "rebuttal", "closing", "closing"]);
  });

  it("are both openings in a debate of two turns", () => {
    expect([1, 2].map((n) => getTurnType(n, 2))).toEqual(["opening", "opening"]);
  });

  it.each([
    [2, true],
    [10, true],
    [20, true],
    [0, false],
    [3, false],
    [22, false],
    [2.5, false],
    [Number.NaN, false],
  ])("are valid in the number %p: %p", (count, allowed) => {
    expect(isValidTurnCount(count)).toBe(allowed);
  });

  it("refused by a provider differ from turns with another error or none", () => {
    const errors = [{ code: "refused" }, { code: "provider_down" }, null];
    expect(errors.map(isRefusedByProvider)).toEqual([true, false, false]);
  });

  it("have no next turn after the last one", () => {
    expect(getNextTurnNumber({ currentTurn: 5, maxTurns: 6 })).toBe(6);
    expect(getNextTurnNumber({ currentTurn: 6, maxTurns: 6 })).toBeNull();
  });
});
