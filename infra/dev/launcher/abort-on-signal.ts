const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs `work`. When this process is asked to end, aborts the signal, so that `work` can clean up,
 * and then rejects.
 */
export const runWithAbortOnSignal = async <T>(
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const controller = new AbortController();
  // The handlers stay registered while `work` cleans up, because npm sends a second signal after
  // Ctrl-C.
  const abort = (): void => controller.abort(new Error("Stopped."));
  for (const signal of STOP_SIGNALS) process.on(signal, abort);
  try {
    return await work(controller.signal);
  } catch (err) {
    controller.signal.throwIfAborted(); // After an abort, all errors are consequences of it.
    throw err;
  } finally {
    for (const signal of STOP_SIGNALS) process.off(signal, abort);
  }
};

export const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const fail = (): void => reject(new Error("Stopped."));
    if (signal.aborted) fail();
    else signal.addEventListener("abort", fail);
  });
