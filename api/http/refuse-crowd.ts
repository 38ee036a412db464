import { DomainError } from "#shared/contract/errors.ts";

/** Seconds. */
export const COME_BACK_S = 2;

/** Throws unavailable when the queue is full: a further caller would wait too long. */
export const refuseCrowd = (waiting: number, longestQueue: number, work: string): void => {
  if (waiting >= longestQueue)
    throw new DomainError("unavailable", `Too many ${work} just now.`, { retryAfter: COME_BACK_S });
};
