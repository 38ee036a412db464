import { LRUCache } from "lru-cache";
import { type RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";

/** Tries within this time are sent to the store together. */
const FLUSH_AFTER_MS = 100;
const MAX_KEYS = 10_000;

export interface RateLimiter {
  consume(key: string): Promise<unknown>;
  reward(key: string): Promise<unknown>;
}

/**
 * A rate limiter with batched counting. While more than half of the window's tries are left, it
 * allows tries at once and counts them in the store 100 ms later. When fewer are left, each try
 * waits for the store. The limit is then exact except for tries of several processes within 100 ms.
 * A key over the limit is rejected in memory until its window ends, without a call to the store. In
 * this time, `reward` gives no try back.
 */
export const createBatchedRateLimiter = (
  limiter: RateLimiterAbstract,
  tries: number,
  onError: (err: unknown) => void,
): RateLimiter => {
  const stored = new LRUCache<string, { remaining: number; until: number }>({ max: MAX_KEYS });
  const pendingPoints = new Map<string, number>();
  /** End of the window, in milliseconds since 1970, for keys over the limit. */
  const rejectedUntil = new LRUCache<string, number>({ max: MAX_KEYS });

  const requireNotRejected = (key: string): void => {
    const blockedMs = (rejectedUntil.get(key) ?? 0) - Date.now();
    if (blockedMs > 0) throw new RateLimiterRes(0, blockedMs, tries);
  };

  const canAllowAtOnce = (key: string): boolean => {
    const { remaining, until } = stored.get(key) ?? { remaining: 0, until: 0 };
    return until > Date.now() && remaining - (pendingPoints.get(key) ?? 0) > tries / 2;
  };

  const countInStore = async (key: string, points: number): Promise<void> => {
    const window = stored.get(key);
    if (window) window.remaining -= points;
    try {
      const { remainingPoints, msBeforeNext } = await limiter.consume(key, points);
      stored.set(key, { remaining: remainingPoints, until: Date.now() + msBeforeNext });
    } catch (err) {
      stored.delete(key);
      if (err instanceof RateLimiterRes) rejectedUntil.set(key, Date.now() + err.msBeforeNext);
      throw err;
    }
  };

  const flush = (): void => {
    for (const [key, points] of pendingPoints)
      countInStore(key, points).catch((err: unknown) => {
        // Exceeding the limit is not an error here. These tries were already allowed, and the next
        // try of this key is rejected.
        if (!(err instanceof RateLimiterRes)) onError(err);
      });
    pendingPoints.clear();
  };

  return {
    async consume(key) {
      requireNotRejected(key);
      const pending = pendingPoints.get(key) ?? 0;
      if (!canAllowAtOnce(key)) {
        pendingPoints.delete(key);
        return countInStore(key, pending + 1);
      }
      if (pendingPoints.size === 0) setTimeout(flush, FLUSH_AFTER_MS).unref();
      pendingPoints.set(key, pending + 1);
    },
    reward: (key) => limiter.reward(key),
  };
};
