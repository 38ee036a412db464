import type { JobName } from "#shared/contract/jobs.ts";
import type { TurnError } from "#shared/contract/turn.ts";
import type { Claim } from "#infra/db/work.ts";
import type { Logger } from "#infra/logger.ts";

/** Another attempt holds the work, or its row is gone: nothing of this one may be written. */
export class LostWork extends Error {
  override readonly name = "LostWork";
}

/** The process is stopping: another worker goes on. */
export class HandedBack extends Error {
  override readonly name = "HandedBack";
}

export interface Attempt extends Claim {
  /** Aborted when the work is lost or has to be handed back. */
  signal: AbortSignal;
  /** Knows the job, its ids and the attempt. */
  logger: Logger;
}

/** One delivery of a job. */
export interface Work {
  job: JobName;
  id: number;
  /** Does it, and marks it done in a write that carries the attempt. */
  run(attempt: Attempt): Promise<void>;
  /** Marks it failed for good, in a write that carries the attempt. */
  giveUp(attempt: Attempt, error: TurnError): Promise<void>;
  /** Says that the attempt is alive, where there is more to say than that. */
  beat?(attempt: Attempt): Promise<boolean>;
}
