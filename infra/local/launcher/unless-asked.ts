const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Does something that has to tidy up: when this process is asked to end, what it is given is aborted, and
 * the process ends when that is done. Rejects then.
 */
export const unlessAsked = async <T>(work: (asked: AbortSignal) => Promise<T>): Promise<T> => {
  const asking = new AbortController();
  // Listened to all the time: npm passes on a Ctrl-C that has come already.
  const abort = (): void => asking.abort(new Error("Stopped."));
  for (const signal of SIGNALS) process.on(signal, abort);
  try {
    return await work(asking.signal);
  } catch (err) {
    asking.signal.throwIfAborted(); // whatever failed then, failed of that
    throw err;
  } finally {
    for (const signal of SIGNALS) process.off(signal, abort);
  }
};

/** Rejects once it is aborted. */
export const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const fail = (): void => reject(new Error("Stopped."));
    if (signal.aborted) fail();
    else signal.addEventListener("abort", fail);
  });
