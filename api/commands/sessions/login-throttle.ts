import type { Context } from "#api/context.ts";

export interface LoginCounter {
  throttle: Context["throttles"]["loginToAccount"];
  key: string;
}

/**
 * Counts a sign-in attempt before its password or code is checked, so that parallel attempts count
 * too. Calls `onLocked` and throws `too_many_requests` above a limit.
 */
export const countLoginAttempt = async (
  counters: readonly LoginCounter[],
  onLocked: () => void,
): Promise<void> => {
  try {
    for (const { throttle, key } of counters) await throttle.take(key);
  } catch (err) {
    onLocked();
    throw err;
  }
};

export const refundLoginAttempt = async (counters: readonly LoginCounter[]): Promise<void> => {
  await Promise.all(counters.map(({ throttle, key }) => throttle.refund(key)));
};
