import { DomainError } from "#shared/contract/errors.ts";

const COME_BACK_S = 2;

/** Throws unavailable where as many wait as may: whoever comes then would wait in vain. */
export const refuseCrowd = (waiting: number, longestQueue: number, work: string): void => {
  if (waiting >= longestQueue)
    throw new DomainError("unavailable", `Too many ${work} just now.`, { retryAfter: COME_BACK_S });
};
