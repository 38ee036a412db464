import { setMaxListeners } from "node:events";
import type { Env } from "#infra/env.ts";
import { combineAnswers } from "#shared/domain/debates/judging/decision.ts";
import type { Provider } from "#shared/domain/provider.ts";
import { askVerdict } from "../judging/ask-verdict.ts";
import type { ChatModel } from "../llm/chat-model.ts";
import { ProviderError } from "../llm/provider-error.ts";
import { AttemptMeter } from "../llm/usage-meter.ts";
import { auditJudge, type AuditedDebate } from "./audit-judge.ts";
import type { JudgeAudit } from "./render-audit.ts";

/** Runs the bait set on one judge. A failed request makes its verdict fail, not the whole run. */
export const auditProvider = async (
  env: Pick<Env, "providers" | "spending">,
  provider: Provider,
  model: ChatModel,
): Promise<JudgeAudit> => {
  const meter = new AttemptMeter(env.spending.prices);
  const { signal } = new AbortController();
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
  const results = await auditJudge(decide);
  const access = env.providers[provider];
  return {
    label: access?.label ?? provider,
    model: access?.model ?? "",
    results,
    failures,
    usage: meter.usage,
  };
};
