const RETRY_INTERVAL_MS = 2000;

/**
 * Loads optional code and retries every 2 s until it succeeds. Returns the function that stops
 * this.
 */
export const retryImport = <Code>(
  fetchCode: () => Promise<Code>,
  use: (code: Code) => void,
): (() => void) => {
  let isOver = false;
  let again: ReturnType<typeof setTimeout> | undefined;
  const ask = async () => {
    const code = await fetchCode().catch(() => null);
    if (isOver) return;
    if (code === null) again = setTimeout(() => void ask(), RETRY_INTERVAL_MS);
    else use(code);
  };
  void ask();
  return () => {
    isOver = true;
    clearTimeout(again);
  };
};
