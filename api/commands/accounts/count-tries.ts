import type { Context } from "../../context.ts";

/** What counts tries, and whose count together. */
export interface Counter {
  throttle: Context["throttles"]["loginToAccount"];
  key: string;
}

/** Counts a try until it has succeeded, so that parallel ones count too. Throws too_many_requests. */
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
