import { startFakes } from "#infra/dev/fakes/start-fakes.ts";
import { createFastFakeVoice } from "../helpers/fast-fake-voice.ts";
import { runBuiltCommand } from "../helpers/run-built-command.ts";

const KEY = "sk-a-very-secret-key";

const runCheck = (variables: Record<string, string>) =>
  runBuiltCommand("check-models.js", variables);

describe("the command that checks the models", () => {
  it("exits with 0 and says what works if everything is usable", async () => {
    const fakes = await startFakes({
      firstTokenMs: 5,
      tokensPerSecond: 200,
      ...createFastFakeVoice(),
    });
    try {
      const { code, output } = await runCheck({
        OPENAI_BASE_URL: fakes.baseUrls.openai,
        ANTHROPIC_BASE_URL: fakes.baseUrls.claude,
        STANDIN_PROVIDERS: "openai,claude",
        TTS_BASE_URL: fakes.ttsBaseUrl,
        MODERATION_BASE_URL: fakes.moderationBaseUrl,
      });
      expect(output).toContain("Everything is usable.");
      expect(output).toMatch(/ChatGPT .*: usable\n {2}works {4}Answer\n {2}works {4}Streaming\n/);
      expect(code).toBe(0);
    } finally {
      await fakes.close();
    }
  });

  it("exits with 1 and shows no key if a server cannot be reached", async () => {
    const { code, output } = await runCheck({
      XAI_API_KEY: KEY,
      XAI_BASE_URL: `http://127.0.0.1:1/v1?key=${KEY}`,
    });
    expect(output).toContain("Not usable: Grok.");
    expect(output).not.toContain(KEY);
    expect(code).toBe(1);
  });

  it("exits with 1 if no model is configured", async () => {
    const { code, output } = await runCheck({});
    expect(output).toContain("No model is configured.");
    expect(code).toBe(1);
  });
});
