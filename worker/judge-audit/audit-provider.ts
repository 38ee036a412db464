import { setMaxListeners } from "node:events";
import { setTimeout as pauseFor } from "node:timers/promises";
import type { ModelUsage } from "#infra/db/providers/usage.ts";
import type { Env } from "#infra/env.ts";
import { combineAnswers } from "#shared/domain/debates/judging/decision.ts";
import type { Provider } from "#shared/domain/provider.ts";
import { askVerdict } from "../judging/ask-verdict.ts";
import type { ChatModel } from "../llm/chat-model.ts";
import { ProviderError } from "../llm/provider-error.ts";
import { AttemptMeter } from "../llm/usage-meter.ts";
import { decideRateLimitWait } from "../runtime/retry-policy.ts";
import { auditJudge, type AuditedDebate } from "./audit-judge.ts";
import type { JudgeAudit } from "./render-audit.ts";

export interface AuditSpending {
  /** Called before each further request. `spent` is not recorded yet. Throws to end the run. */
  requireBudget(spent: number): Promise<void>;
  /** Called once at the end, also of a run that has failed. */
  recordUsage(usage: ModelUsage): Promise<void>;
}

/** Returns a function that runs at most `max` tasks at the same time. */
const createLimiter = (max: number) => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running < max) running++;
    else await new Promise<void>((resolve) => void waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
};

type VerdictSubject = Parameters<typeof askVerdict>[0];
type Pause = (delayMs: number, signal: AbortSignal) => Promise<unknown>;

const pauseRun: Pause = (delayMs, signal) => pauseFor(delayMs, undefined, { signal });

/** Asks both questions, and waits for rate limits in between. */
const askPatiently = async (subject: VerdictSubject, pause: Pause) => {
  let answers: Awaited<ReturnType<typeof askVerdict>> = [];
  for (let attempt = 1; ; attempt++) {
    const known = answers;
    try {
      return await askVerdict(subject, known, async (received) => {
        answers = [...received];
      });
    } catch (err) {
      const limits = { attempt, failures: 0 };
      const decision = decideRateLimitWait(err, limits, answers !== known);
      if (decision?.kind !== "retry") throw err;
      await pause(decision.delayMs, subject.signal);
    }
  }
};

/**
 * Runs the bait set on one judge. A failed request makes its verdict fail, not the whole run.
 * Throws if all verdicts fail. At most `requestsInFlight` requests run at the same time.
 */
export const auditProvider = async (
  env: Pick<Env, "providers" | "spending" | "requestsInFlight">,
  provider: Provider,
  model: ChatModel,
  { spending, pause = pauseRun }: { spending?: AuditSpending | undefined; pause?: Pause } = {},
): Promise<JudgeAudit> => {
  const meter = new AttemptMeter(env.spending.prices, spending?.requireBudget);
  const control = new AbortController();
  const { signal } = control;
  // Each request adds a listener to the signal; Node.js would warn about more than ten.
  setMaxListeners(0, signal);
  const limit = createLimiter(env.requestsInFlight);
  let failures = 0;
  let lastFailure = "The judge gave no usable answers.";
  const decide = async ({ speeches, ...debate }: AuditedDebate) => {
    const subject = { debate, speeches, model, meter, signal };
    const answers = await limit(() => askPatiently(subject, pause)).catch((err: unknown) => {
      if (!(err instanceof ProviderError)) throw err;
      lastFailure = err.message;
      return [];
    });
    const [first, second] = answers;
    if (first && second) return combineAnswers(first, second);
    failures++;
    return null;
  };
  const { label = provider, model: name = "" } = env.providers[provider] ?? {};
  try {
    const results = await auditJudge(decide);
    if (results.every(({ trials }) => trials === 0))
      throw new Error(`No verdict of ${label} can be counted. ${lastFailure}`);
    return { label, model: name, results, failures, usage: meter.usage };
  } finally {
    // Ends the requests that still run after a failure.
    control.abort();
    if (meter.usage) await spending?.recordUsage(meter.usage);
  }
};
