import { setTimeout as pause } from "node:timers/promises";
import { DomainError } from "#shared/contract/errors.ts";

export const RETRY_AFTER_S = 2;

/**
 * Delay before a flooding client is rejected. A client that retries at once then sends at most 4
 * requests per second and connection.
 */
export const REFUSAL_DELAY_MS = 250;

const createQueueFullError = (work: string): DomainError =>
  new DomainError("unavailable", `Too many ${work} right now.`, { retryAfter: RETRY_AFTER_S });

/** Throws `unavailable` if the queue is full. */
export const rejectWhenQueueFull = (
  queueLength: number,
  maxQueueLength: number,
  work: string,
): void => {
  if (queueLength >= maxQueueLength) throw createQueueFullError(work);
};

/** Throws `unavailable` after `REFUSAL_DELAY_MS`. */
export const rejectWithDelay = async (work: string): Promise<never> => {
  await pause(REFUSAL_DELAY_MS, undefined, { ref: false });
  throw createQueueFullError(work);
};
