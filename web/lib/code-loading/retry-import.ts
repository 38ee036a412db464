const RETRY_INTERVAL_MS = 2000;

/**
 * Loads optional code and retries every 2 s until that succeeds. Returns a function that stops the
 * retries.
 */
export const retryImport = <Code>(
  fetchCode: () => Promise<Code>,
  use: (code: Code) => void,
): (() => void) => {
  let isStopped = false;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  const tryImport = async () => {
    const code = await fetchCode().catch(() => null);
    if (isStopped) return;
    if (code === null) retryTimer = setTimeout(() => void tryImport(), RETRY_INTERVAL_MS);
    else use(code);
  };
  void tryImport();
  return () => {
    isStopped = true;
    clearTimeout(retryTimer);
  };
};
