import { setTimeout as pause } from "node:timers/promises";
import { DomainError } from "#shared/contract/errors.ts";

export const RETRY_AFTER_S = 2;

/**
 * Delay before a flooding client is rejected. A client that retries at once then sends at most 4
 * requests per second and connection.
 */
export const REFUSAL_DELAY_MS = 250;

const tooMany = (work: string): DomainError =>
  new DomainError("unavailable", `Too many ${work} right now.`, { retryAfter: RETRY_AFTER_S });

/** Throws unavailable if the queue is full. */
export const rejectWhenQueueFull = (waiting: number, longestQueue: number, work: string): void => {
  if (waiting >= longestQueue) throw tooMany(work);
};

/** Throws unavailable after `REFUSAL_DELAY_MS`. */
export const refuseLate = async (work: string): Promise<never> => {
  await pause(REFUSAL_DELAY_MS, undefined, { ref: false });
  throw tooMany(work);
};
