import type { ModelUsage } from "#infra/db/providers/usage.ts";
import { readEnv } from "#infra/env.ts";
import type { ChatModel } from "#worker/llm/chat-model.ts";
import { UsageMeter } from "#worker/llm/usage-meter.ts";
import { ProviderError } from "#worker/llm/provider-error.ts";
import { auditProvider } from "#worker/judge-audit/audit-provider.ts";
import { renderAudit } from "#worker/judge-audit/render-audit.ts";

const ANSWER = '{"winner": "A", "margin": 2, "reasoning": "A was clearer."}';

/** A judge that answers with `answer`, counts its requests and reports no usage. */
const judgeSaying = (answer: () => string): ChatModel & { asked: number } => ({
  asked: 0,
  async *stream() {
    this.asked++;
    yield answer();
  },
});
const audit = (model: ChatModel, variables: Record<string, string> = {}) => {
  const env = readEnv({ OPENAI_API_KEY: "sk-1", OPENAI_LABEL: "Judge J", ...variables });
  return auditProvider(env, "openai", model, { pause: async () => {} });
};

describe("the audit of a judge", () => {
  it("asks twice for each verdict, so a judge that always names speaker A gains nothing", async () => {
    const judge = judgeSaying(() => ANSWER);
    const { results, failures } = await audit(judge);
    // Two questions for each of 6 debates without bait. All are draws, so both sides are then tried
    // with each of 11 baits.
    expect(judge.asked).toBe(2 * (6 + 12 * 11));
    expect(failures).toBe(0);
    for (const result of results)
      expect(result).toMatchObject({ trials: 12, gained: 0, isEffective: false });
  });

  it("goes on after a failed verdict and says how many have failed", async () => {
    let asked = 0;
    const report = await audit(
      judgeSaying(() => {
        if (++asked === 1) throw new ProviderError("overloaded", "Judge J");
        return ANSWER;
      }),
    );
    expect(report.failures).toBe(1);
    const text = renderAudit(report);
    expect(text).toContain("Judge J (gpt-5.4)\n");
    expect(text).toMatch(/ {2}padding +0 of 10 +0 to +28 %\n/);
    expect(text).toContain("Failed verdicts, which are not counted: 1");
    expect(text).toContain("No request was sent.");
  });

  it("waits for rate limits, and does not ask again what was answered", async () => {
    let asked = 0;
    const model: ChatModel = {
      async *stream({ user }) {
        const isSecondQuestion = user.includes("Speaker A argues Against");
        if (isSecondQuestion && ++asked % 8 !== 0)
          throw new ProviderError("rate_limited", "Judge J", { retryAfterMs: 2000 });
        if (!isSecondQuestion) asked = 0;
        yield ANSWER;
      },
    };
    const { results, failures } = await audit(model, { PROVIDER_REQUESTS_IN_FLIGHT: "1" });
    expect(failures).toBe(0);
    for (const result of results) expect(result).toMatchObject({ trials: 12, gained: 0 });
  });

  it("sends no more requests at the same time than the provider may get", async () => {
    let [running, most] = [0, 0];
    const model: ChatModel = {
      async *stream() {
        most = Math.max(most, ++running);
        await new Promise(setImmediate);
        running--;
        yield ANSWER;
      },
    };
    await audit(model, { PROVIDER_REQUESTS_IN_FLIGHT: "3" });
    expect(most).toBe(3);
  });

  it("fails with the reason if no verdict can be counted, so that no empty result is stored", async () => {
    const refusing = judgeSaying(() => {
      throw new ProviderError("misconfigured", "Judge J");
    });
    await expect(audit(refusing)).rejects.toThrow(
      "No verdict of Judge J can be counted. Judge J is not set up correctly on this site.",
    );
    await expect(audit(judgeSaying(() => "A won."))).rejects.toThrow("gave no usable answers");
  });

  it("ends at the spending limit, and records what it has spent until then", async () => {
    const judge: ChatModel = {
      async *stream({ meter }) {
        const request = new UsageMeter(100);
        await meter?.admit({ provider: "openai", model: "gpt-5.4" }, request);
        request.recordRequest();
        request.recordAccepted();
        yield ANSWER;
      },
    };
    let checks = 0;
    const recorded: ModelUsage[] = [];
    const env = readEnv({ OPENAI_API_KEY: "sk-1" });
    const run = auditProvider(env, "openai", judge, {
      spending: {
        requireBudget: async () => {
          if (++checks > 20) throw new Error("The limit is reached.");
        },
        recordUsage: async (usage) => void recorded.push(usage),
      },
    });
    await expect(run).rejects.toThrow("The limit is reached.");
    // The first request needs no check, because the command checks the limit before the run.
    expect(recorded).toEqual([expect.objectContaining({ requests: 21, isEstimated: true })]);
  });

  it("marks baits that gain more wins than no bait, and prints the cost", () => {
    const usage = {
      provider: "openai",
      model: "gpt-5.4",
      requests: 24,
      inputTokens: 1,
      outputTokens: 1,
      characters: 0,
      isEstimated: true,
      price: 1_234_500,
    } as const;
    const row = { bait: "padding", trials: 6, gained: 6, low: 0.61, high: 1 } as const;
    const report = { label: "Judge J", model: "gpt-5.4", failures: 0, usage };
    const text = renderAudit({ ...report, results: [{ ...row, isEffective: true }] });
    expect(text).toMatch(/padding +6 of 6 +61 to 100 % {2}more than without bait/);
    expect(text).toContain("24 requests, $1.2345 (estimated)");
  });
});
