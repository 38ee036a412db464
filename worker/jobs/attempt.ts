import type { JobName } from "#shared/contract/jobs.ts";
import type { SpendingLimit } from "#shared/domain/spending.ts";
import type { TurnError } from "#shared/contract/turn.ts";
import type { Claim, Loads } from "#infra/db/claim-work.ts";
import type { Logger } from "#infra/logger.ts";
import type { Trace } from "#infra/tracing/tracing.ts";
import type { Meter } from "../llm/meter.ts";

/** The process shuts down; another worker continues the job. */
export class HandedBack extends Error {
  override readonly name = "HandedBack";
}

/** The job cannot run yet and is retried after `delayMs`. This does not count as a failure. */
export class Postponed extends Error {
  override readonly name = "Postponed";

  constructor(readonly delayMs: number) {
    super(`not for ${delayMs} ms`);
  }
}

/** A daily spending limit was reached between two paid requests. The job waits for budget. */
export class SpendingLimitReached extends Error {
  override readonly name = "SpendingLimitReached";

  constructor(readonly limit: SpendingLimit) {
    super(`the ${limit} is reached`);
  }
}

/** Whole milliseconds since `startedAt`, a `performance.now()` value. */
export const msSince = (startedAt: number): number => Math.round(performance.now() - startedAt);

export interface Attempt<Loaded = unknown> extends Claim<Loaded> {
  startedAt: number;
  meter: Meter;
  /** Aborted when the lease is lost or the job must be released. */
  signal: AbortSignal;
  /** Bound to the job, its ids and the attempt number. */
  logger: Logger;
  trace: Trace;
}

export interface Work<Loaded = undefined> {
  job: JobName;
  id: number;
  /** Data that the claim loads in the same statement, see `claimWork`. */
  loads?: Loads<Loaded>;
  run(attempt: Attempt<Loaded>): Promise<void>;
  /**
   * Marks the job as failed for good. Without this function the job is retried forever, with a long
   * backoff.
   */
  giveUp?(attempt: Attempt<Loaded>, error: TurnError): Promise<void>;
  /** Replaces the default lease renewal, for jobs that store progress with it. */
  beat?(attempt: Attempt): Promise<void>;
}
