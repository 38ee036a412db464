import type { JobLease } from "#infra/db/jobs/job-lease.ts";
import { buildModelRequestSpan } from "#infra/metrics/model-request-metrics.ts";
import type { AttemptOutcome } from "#infra/metrics/registry.ts";
import { toEpochMs, type TraceSpan, type ProcessTracer } from "#infra/tracing/tracer.ts";
import { ProviderError } from "../llm/provider-error.ts";
import type { ActiveLease } from "./job-task.ts";

/** Starts an attempt's trace span, with a child span for the job's time in the queue. */
export const startAttemptTrace = (
  tracing: ProcessTracer,
  { job, id, attempt, subject, waitedMs }: JobLease,
  parent: string | undefined,
): TraceSpan => {
  const now = Date.now();
  const from = now - Math.max(0, waitedMs);
  const attributes = { "debate.job.id": id, "debate.job.attempt": attempt };
  const { debateId, turnId } = subject;
  const trace = tracing.begin({
    name: job,
    kind: "consumer",
    parent,
    from,
    facts: {
      ...attributes,
      ...(debateId !== undefined && { "debate.id": debateId }),
      ...(typeof turnId === "number" && { "debate.turn.id": turnId }),
    },
  });
  trace.recordChild({ name: `${job} waits`, from, to: now });
  return trace;
};

const ERROR_OUTCOMES: ReadonlySet<AttemptOutcome> = new Set(["failed", "retried", "lease_lost"]);

/**
 * Ends the attempt's span and adds a span for each model request. `err` says why the attempt
 * failed.
 */
export const endAttemptTrace = (
  { trace, meter }: ActiveLease,
  outcome: AttemptOutcome,
  err: unknown,
): void => {
  for (const request of meter.sentRequests) {
    const from = toEpochMs(request.startedAtMs);
    trace.recordChild({ ...buildModelRequestSpan(request), from, to: from + request.durationMs });
  }
  const code = err instanceof ProviderError ? err.code : outcome;
  trace.end({ "debate.outcome": outcome }, ERROR_OUTCOMES.has(outcome) ? code : undefined);
};
