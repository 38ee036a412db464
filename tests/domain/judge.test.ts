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

  it("speaks for neither side while all providers are available", () => {
    for (const botA of PROVIDERS)
      for (const botB of PROVIDERS) expect([botA, botB]).not.toContain(selectJudge(botA, botB));
  });

  it("is the next neutral provider when the first is not available", () => {
    expect(selectJudge("openai", "openai", ["openai", "claude"])).toBe("claude");
  });

  it("is claude, or else the first available one, when no neutral provider is available", () => {
    expect(selectJudge("openai", "claude", ["openai", "claude"])).toBe("claude");
    expect(selectJudge("openai", "grok", ["openai", "grok"])).toBe("openai");
  });

  it("is null when no provider is available", () => {
    expect(selectJudge("openai", "grok", [])).toBeNull();
  });
});
