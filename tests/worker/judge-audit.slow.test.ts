import { startFakes } from "#infra/dev/fakes/start-fakes.ts";
import { createFastFakeVoice } from "../helpers/fast-fake-voice.ts";
import { runBuiltCommand } from "../helpers/run-built-command.ts";

const runAudit = (variables: Record<string, string>, ...judges: string[]) =>
  runBuiltCommand("audit-judge.js", variables, ...judges);

describe("the command that audits the judge", () => {
  it("prints the wins gained by each bait, the interval and the cost", async () => {
    const fakes = await startFakes({
      firstTokenMs: 1,
      tokensPerSecond: 5000,
      ...createFastFakeVoice(),
    });
    try {
      const { output } = await runAudit(
        { XAI_BASE_URL: fakes.baseUrls.grok, XAI_API_KEY: "a-key" },
        "grok",
      );
      expect(output).toMatch(/^Grok \(grok-4\.3\)\n/);
      expect(output).toMatch(/missing_last_word +\d+ of \d+ +\d+ to +\d+ %/);
      expect(output).toMatch(/\d+ requests, \$\d+\.\d{4}/);
      expect(output).not.toContain("a-key");
    } finally {
      await fakes.close();
    }
  });

  it.each([
    [[], {}, "No model is configured."],
    [["grok"], { OPENAI_API_KEY: "a-key" }, 'No model is configured for "grok".'],
    [
      ["gpt"],
      { OPENAI_API_KEY: "a-key" },
      'There is no judge "gpt". Judges: openai, grok, claude.',
    ],
  ])("refuses the judges %j with the variables %j: %s", async (judges, variables, text) => {
    const { code, output } = await runAudit(variables, ...judges);
    expect(output).toContain(text);
    expect(code).toBe(1);
  });
});
