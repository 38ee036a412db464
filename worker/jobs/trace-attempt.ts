import type { Claim } from "#infra/db/claim-work.ts";
import { tracedAsked } from "#infra/metrics/gen-ai.ts";
import type { Outcome } from "#infra/metrics/metrics.ts";
import { onTheClock, type Trace, type Tracing } from "#infra/tracing/tracing.ts";
import { ProviderError } from "../llm/provider-error.ts";
import type { Attempt } from "./attempt.ts";

/**
 * Starts the trace span of an attempt, and adds a span for the time the job waited in the queue.
 */
export const beginTrace = (
  tracing: Tracing,
  { job, id, attempt, about, waitedMs }: Claim,
  parent: string | undefined,
): Trace => {
  const now = Date.now();
  const from = now - Math.max(0, waitedMs);
  const facts = { "debate.work.id": id, "debate.work.attempt": attempt };
  const { debateId, turnId } = about;
  const trace = tracing.begin({
    name: job,
    kind: "consumer",
    parent,
    from,
    facts: {
      ...facts,
      ...(debateId !== undefined && { "debate.id": debateId }),
      ...(typeof turnId === "number" && { "debate.turn.id": turnId }),
    },
  });
  trace.note({ name: `${job} waits`, from, to: now });
  return trace;
};

const WRONG: ReadonlySet<Outcome> = new Set(["failed", "retried", "lost"]);

/** Ends the span and adds one per model request. `err`: the cause, if the attempt failed. */
export const endTrace = ({ trace, meter }: Attempt, outcome: Outcome, err: unknown): void => {
  if (trace.parent === undefined) return;
  for (const asked of meter.asked) {
    const from = onTheClock(asked.at);
    trace.note({ ...tracedAsked(asked), from, to: from + asked.ms });
  }
  const code = err instanceof ProviderError ? err.code : outcome;
  trace.end({ "debate.outcome": outcome }, WRONG.has(outcome) ? code : undefined);
};
