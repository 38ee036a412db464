import { LRUCache } from "lru-cache";
import { type RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";

/** What is tried in this time is told to the store together. */
const TELL_AFTER_MS = 100;
/** Keys whose tries are known here; one that is forgotten waits for the store again. */
const MOST = 10_000;

/** What a throttle asks of a limiter. */
export interface Limiter {
  consume(key: string): Promise<unknown>;
  reward(key: string): Promise<unknown>;
}

/**
 * A limiter that lets tries through at once, and counts them a moment later, while more than half
 * of the window's tries are left. From there on every try waits for the store, so the limit is
 * kept exactly, except by what several processes let through within that moment. Once a key is over
 * the limit, this process refuses it until the window ends without asking the store: a flood of
 * refused requests costs the store nothing. So a try cannot be given back after that.
 */
export const countLater = (
  limiter: RateLimiterAbstract,
  tries: number,
  onError: (err: unknown) => void,
): Limiter => {
  const heard = new LRUCache<string, { left: number; until: number }>({ max: MOST });
  const untold = new Map<string, number>();
  /** When the window ends, in milliseconds since 1970, of keys over the limit. */
  const refusedUntil = new LRUCache<string, number>({ max: MOST });

  const requireNotRefused = (key: string): void => {
    const left = (refusedUntil.get(key) ?? 0) - Date.now();
    if (left > 0) throw new RateLimiterRes(0, left, tries);
  };

  const isRoomy = (key: string): boolean => {
    const { left, until } = heard.get(key) ?? { left: 0, until: 0 };
    return until > Date.now() && left - (untold.get(key) ?? 0) > tries / 2;
  };

  const tell = async (key: string, points: number): Promise<void> => {
    const known = heard.get(key);
    if (known) known.left -= points;
    try {
      const { remainingPoints, msBeforeNext } = await limiter.consume(key, points);
      heard.set(key, { left: remainingPoints, until: Date.now() + msBeforeNext });
    } catch (err) {
      heard.delete(key);
      if (err instanceof RateLimiterRes) refusedUntil.set(key, Date.now() + err.msBeforeNext);
      throw err;
    }
  };

  const tellAll = (): void => {
    for (const [key, points] of untold)
      tell(key, points).catch((err: unknown) => {
        // Too many: the next try hears it.
        if (!(err instanceof RateLimiterRes)) onError(err);
      });
    untold.clear();
  };

  return {
    async consume(key) {
      requireNotRefused(key);
      const waiting = untold.get(key) ?? 0;
      if (!isRoomy(key)) {
        untold.delete(key);
        return tell(key, waiting + 1);
      }
      if (untold.size === 0) setTimeout(tellAll, TELL_AFTER_MS).unref();
      untold.set(key, waiting + 1);
    },
    reward: (key) => limiter.reward(key),
  };
};
