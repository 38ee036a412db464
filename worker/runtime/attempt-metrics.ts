import type { JobLease } from "#infra/db/jobs/job-lease.ts";
import { recordModelRequest } from "#infra/metrics/model-request-metrics.ts";
import {
  charactersSpoken,
  jobDuration,
  jobWaitDuration,
  type AttemptOutcome,
  providerErrors,
  jobTakeovers,
  toJobLabels,
} from "#infra/metrics/registry.ts";
import { ProviderError } from "../llm/provider-error.ts";
import { type ActiveLease, msSince } from "./job-task.ts";

export const recordClaimMetrics = ({ job, waitedMs, isTakenOver }: JobLease): void => {
  jobWaitDuration.observe(toJobLabels(job), Math.max(0, waitedMs) / 1000);
  if (isTakenOver) jobTakeovers.inc(toJobLabels(job));
};

/**
 * Records metrics of an ended attempt and its model requests. `err` says why the attempt failed.
 */
export const recordAttemptMetrics = (
  lease: ActiveLease,
  outcome: AttemptOutcome,
  err: unknown,
): void => {
  const { job, meter, startedAt } = lease;
  jobDuration.observe({ ...toJobLabels(job), outcome }, msSince(startedAt) / 1000);
  const { sentRequests } = meter;
  const code = err instanceof ProviderError ? err.code : undefined;
  // Only the last request can be the one that failed.
  for (const each of sentRequests)
    recordModelRequest(each, each === sentRequests.at(-1) ? code : undefined);
  if (code !== undefined)
    providerErrors.inc({ provider: sentRequests.at(-1)?.provider ?? "none", code });
  if (job === "synthesize-speech") charactersSpoken.inc(meter.usage?.characters ?? 0);
};
