import type { Claim } from "#infra/db/claim-work.ts";
import { countAsked } from "#infra/metrics/gen-ai.ts";
import {
  charactersSpoken,
  jobs,
  jobWaits,
  type Outcome,
  providerErrors,
  takeovers,
} from "#infra/metrics/metrics.ts";
import { ProviderError } from "../llm/provider-error.ts";
import { type Attempt, msSince } from "./attempt.ts";

export const countClaim = ({ job, waitedMs, isTakenOver }: Claim): void => {
  jobWaits.observe({ work: job }, Math.max(0, waitedMs) / 1000);
  if (isTakenOver) takeovers.inc({ work: job });
};

/**
 * Records the metrics of a finished attempt and of its model requests. `err`: the cause, if it
 * failed.
 */
export const countEnd = (attempt: Attempt, outcome: Outcome, err: unknown): void => {
  const { job, meter, startedAt } = attempt;
  jobs.observe({ work: job, outcome }, msSince(startedAt) / 1000);
  const { asked } = meter;
  const code = err instanceof ProviderError ? err.code : undefined;
  // Only the last request can be the one that failed.
  for (const each of asked) countAsked(each, each === asked.at(-1) ? code : undefined);
  if (code !== undefined) providerErrors.inc({ provider: asked.at(-1)?.provider ?? "none", code });
  if (job === "synthesize-speech") charactersSpoken.inc(meter.usage?.characters ?? 0);
};
