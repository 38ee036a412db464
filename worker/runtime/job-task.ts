import type { JobName } from "#shared/contract/jobs.ts";
import type { SpendingLimit } from "#shared/domain/billing/spending.ts";
import type { TurnError, TurnErrorCode } from "#shared/contract/debates/turn.ts";
import type { PreloadSql } from "#infra/db/jobs/claim-job.ts";
import type { JobLease } from "#infra/db/jobs/job-lease.ts";
import type { Logger } from "#infra/logger.ts";
import type { TraceSpan } from "#infra/tracing/tracer.ts";
import type { AttemptMeter } from "../llm/usage-meter.ts";

/** The process shuts down; another worker continues the job. */
export class ReleasedOnShutdown extends Error {
  override readonly name = "ReleasedOnShutdown";
}

/** The job cannot run yet and is retried after `delayMs`. This does not count as a failure. */
export class JobDeferredError extends Error {
  override readonly name = "JobDeferredError";

  constructor(readonly delayMs: number) {
    super(`not for ${delayMs} ms`);
  }
}

/**
 * The reply is complete but not good enough, so the next attempt starts at once. This does not
 * count as a failure of the job or of the provider.
 */
export class RepeatRequestedError extends Error {
  override readonly name = "RepeatRequestedError";
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

/**
 * The lease of a job that runs in this process, plus what the job's code needs: meter, logger,
 * abort signal and trace.
 */
export interface ActiveLease<Loaded = unknown> extends JobLease<Loaded> {
  startedAt: number;
  meter: AttemptMeter;
  /** Aborted when the lease is lost or the job must be released. */
  signal: AbortSignal;
  /** Adds the job's name, its ids and the attempt number to each line. */
  logger: Logger;
  trace: TraceSpan;
}

export interface JobTask<Loaded = undefined> {
  job: JobName;
  id: number;
  /** SQL for extra data. `claimJob` loads the data and takes the lease in one statement. */
  preload?: PreloadSql<Loaded>;
  run(lease: ActiveLease<Loaded>): Promise<void>;
  /**
   * Marks the job as failed for good. Without this function the job is retried forever, with a long
   * backoff.
   */
  giveUp?(lease: ActiveLease<Loaded>, error: TurnError): Promise<void>;
  /** Announces that an attempt has failed at the provider and is repeated after `delayMs`. */
  announceRetry?(lease: ActiveLease<Loaded>, code: TurnErrorCode, delayMs: number): void;
  /**
   * Returns whether this attempt has stored a part of its result. With this function, a job waits
   * for a provider's rate limit instead of failing, see `decideRateLimitWait`. It is for jobs that
   * may need more requests than the limit allows, and that continue from the stored part.
   */
  hasProgressed?(): boolean;
  /** Replaces the default lease renewal, for jobs that store progress in the same statement. */
  renew?(lease: ActiveLease): Promise<void>;
}
