const ASK_AGAIN_MS = 2000;

/**
 * For code that the page goes on without: asked for until it comes, since without a network there is
 * no code either. Returns how to stop.
 */
export const whenHere = <Code>(
  fetchCode: () => Promise<Code>,
  use: (code: Code) => void,
): (() => void) => {
  let isOver = false;
  let again: ReturnType<typeof setTimeout> | undefined;
  const ask = async () => {
    const code = await fetchCode().catch(() => null);
    if (isOver) return;
    if (code === null) again = setTimeout(() => void ask(), ASK_AGAIN_MS);
    else use(code);
  };
  void ask();
  return () => {
    isOver = true;
    clearTimeout(again);
  };
};
