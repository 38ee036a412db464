import { DomainError } from "#shared/contract/errors.ts";

/** Seconds. */
export const COME_BACK_S = 2;

/**
 * Milliseconds before a read is refused whose callers may flood: a client that repeats it at once
 * asks four times a second and connection, not as fast as this process can refuse.
 */
export const REFUSAL_DELAY_MS = 250;

/** Throws unavailable when the queue is full: a further caller would wait too long. */
export const refuseCrowd = (waiting: number, longestQueue: number, work: string): void => {
  if (waiting >= longestQueue)
    throw new DomainError("unavailable", `Too many ${work} just now.`, { retryAfter: COME_BACK_S });
};
