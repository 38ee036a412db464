import { selectJudge, PROVIDERS } from "#shared/domain/provider.ts";

describe("the judge", () => {
  it.each([
    ["openai", "openai", "grok"],
    ["openai", "grok", "claude"],
    ["openai", "claude", "grok"],
    ["grok", "claude", "openai"],
    ["claude", "claude", "openai"],
    ["grok", "grok", "openai"],
  ] as const)("of %s against %s is %s", (botA, botB, judge) => {
    expect(selectJudge(botA, botB)).toBe(judge);
    expect(selectJudge(botB, botA)).toBe(judge);
  });

  it("speaks for neither side whenever there is a choice", () => {
    for (const botA of PROVIDERS)
      for (const botB of PROVIDERS) expect([botA, botB]).not.toContain(selectJudge(botA, botB));
  });

  it("is the next neutral one when the first is not available", () => {
    expect(selectJudge("openai", "openai", ["openai", "claude"])).toBe("claude");
  });

  it("is claude, then any, when no neutral one is available", () => {
    expect(selectJudge("openai", "claude", ["openai", "claude"])).toBe("claude");
    expect(selectJudge("openai", "grok", ["openai", "grok"])).toBe("openai");
  });

  it("is nobody when nobody is available", () => {
    expect(selectJudge("openai", "grok", [])).toBeNull();
  });
});
