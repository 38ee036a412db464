import { setMaxListeners } from "node:events";
import type { ModelUsage } from "#infra/db/providers/usage.ts";
import type { Env } from "#infra/env.ts";
import { combineAnswers } from "#shared/domain/debates/judging/decision.ts";
import type { Provider } from "#shared/domain/provider.ts";
import { askVerdict } from "../judging/ask-verdict.ts";
import type { ChatModel } from "../llm/chat-model.ts";
import { ProviderError } from "../llm/provider-error.ts";
import { AttemptMeter } from "../llm/usage-meter.ts";
import { auditJudge, type AuditedDebate } from "./audit-judge.ts";
import type { JudgeAudit } from "./render-audit.ts";

export interface AuditSpending {
  /** Called before each further request. `spent` is not recorded yet. Throws to end the run. */
  requireBudget(spent: number): Promise<void>;
  /** Called once at the end, also of a run that has failed. */
  recordUsage(usage: ModelUsage): Promise<void>;
}

/** Runs the bait set on one judge. A failed request makes its verdict fail, not the whole run. */
export const auditProvider = async (
  env: Pick<Env, "providers" | "spending">,
  provider: Provider,
  model: ChatModel,
  spending?: AuditSpending,
): Promise<JudgeAudit> => {
  const meter = new AttemptMeter(env.spending.prices, spending?.requireBudget);
  const control = new AbortController();
  const { signal } = control;
  // Each request adds a listener to the signal; Node.js would warn about more than ten.
  setMaxListeners(0, signal);
  let failures = 0;
  const decide = async ({ speeches, ...debate }: AuditedDebate) => {
    const answers = await askVerdict({ debate, speeches, model, meter, signal }).catch(
      (err: unknown) => {
        if (err instanceof ProviderError) return [];
        throw err;
      },
    );
    const [first, second] = answers;
    if (first && second) return combineAnswers(first, second);
    failures++;
    return null;
  };
  const { label = provider, model: name = "" } = env.providers[provider] ?? {};
  try {
    const results = await auditJudge(decide);
    return { label, model: name, results, failures, usage: meter.usage };
  } finally {
    // Ends the requests that still run after a failure.
    control.abort();
    if (meter.usage) await spending?.recordUsage(meter.usage);
  }
};
