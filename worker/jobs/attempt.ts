import type { JobName } from "#shared/contract/jobs.ts";
import type { SpendingLimit } from "#shared/domain/spending.ts";
import type { TurnError } from "#shared/contract/turn.ts";
import type { Claim, Loads } from "#infra/db/claim-work.ts";
import type { Logger } from "#infra/logger.ts";
import type { Trace } from "#infra/tracing/tracing.ts";
import type { Meter } from "../llm/meter.ts";

/** The process is stopping: another worker goes on. */
export class HandedBack extends Error {
  override readonly name = "HandedBack";
}

/** It is not time yet, or there is no room: the work is done later, and nothing has failed. */
export class Postponed extends Error {
  override readonly name = "Postponed";

  constructor(readonly delayMs: number) {
    super(`not for ${delayMs} ms`);
  }
}

/** A daily spending limit is reached before the next paid request: the work waits until there is budget. */
export class SpendingLimitReached extends Error {
  override readonly name = "SpendingLimitReached";

  constructor(readonly limit: SpendingLimit) {
    super(`the ${limit} is reached`);
  }
}

/** Whole milliseconds since then, as `performance` has it. */
export const msSince = (startedAt: number): number => Math.round(performance.now() - startedAt);

export interface Attempt<Loaded = unknown> extends Claim<Loaded> {
  /** As `performance` has it. */
  startedAt: number;
  /** Counts what it takes of a model. */
  meter: Meter;
  /** Aborted when the work is lost or has to be handed back. */
  signal: AbortSignal;
  /** Knows the job, its ids and the attempt. */
  logger: Logger;
  trace: Trace;
}

/** One delivery of a job. */
export interface Work<Loaded = undefined> {
  job: JobName;
  id: number;
  /** What its claim brings along, see `claimWork`. */
  loads?: Loads<Loaded>;
  /** Does it, and ends it. */
  run(attempt: Attempt<Loaded>): Promise<void>;
  /** Ends it as failed for good. Without this the work never is: it rests for a while, and is done again. */
  giveUp?(attempt: Attempt<Loaded>, error: TurnError): Promise<void>;
  /** Says that the attempt is alive, where there is more to say than that. */
  beat?(attempt: Attempt): Promise<void>;
}
