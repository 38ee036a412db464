/** Readers see no difference below this; sockets and adapters do. */
const COALESCE_MS = 50;

export interface Coalescer {
  push(text: string): void;
  /** Sends at once what is held back. */
  flush(): void;
  /** Drops what is held back. */
  stop(): void;
}

/**
 * Joins pieces of text so that the number of messages does not follow the number of tokens: the
 * first goes out at once, later ones together on a beat every `intervalMs`. It is the same beat for
 * all turns, so that what they say travels in one go.
 */
export const createCoalescer = (
  send: (text: string) => void,
  intervalMs = COALESCE_MS,
): Coalescer => {
  let held = "";
  let timer: NodeJS.Timeout | undefined;

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (held === "") return;
    const text = held;
    held = "";
    send(text);
    timer = setTimeout(flush, intervalMs - (performance.now() % intervalMs));
  };
  return {
    flush,
    stop() {
      held = "";
      clearTimeout(timer);
    },
    push(text) {
      held += text;
      if (timer === undefined) flush();
    },
  };
};
