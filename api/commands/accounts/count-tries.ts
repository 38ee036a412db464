import type { Context } from "../../context.ts";

export interface Counter {
  throttle: Context["throttles"]["loginToAccount"];
  key: string;
}

/**
 * Counts the try before it is checked, so that parallel tries count too. Calls `onLocked` and
 * throws too_many_requests above a limit.
 */
export const countTry = async (
  counters: readonly Counter[],
  onLocked: () => void,
): Promise<void> => {
  try {
    for (const { throttle, key } of counters) await throttle.take(key);
  } catch (err) {
    onLocked();
    throw err;
  }
};

export const tryHasSucceeded = async (counters: readonly Counter[]): Promise<void> => {
  await Promise.all(counters.map(({ throttle, key }) => throttle.giveBack(key)));
};
