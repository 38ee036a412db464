/** Readers see no difference below this; sockets and adapters do. */
const COALESCE_MS = 50;

export interface Coalescer {
  push(text: string): void;
  /** Sends at once what is held back. */
  flush(): void;
  /** Drops what is held back. */
  stop(): void;
}

const awaiting = new Set<() => void>();
let timer: NodeJS.Timeout | undefined;

const beat = () => {
  timer = undefined;
  const due = [...awaiting];
  awaiting.clear();
  for (const act of due) act();
};

/** One timer for all turns: of several, even for the same time, each has a moment of its own. */
const onNextBeat = (act: () => void) => {
  awaiting.add(act);
  // Rounded up: a timer's fractions are cut off, and the beat would come once before its time.
  timer ??= setTimeout(beat, Math.ceil(COALESCE_MS - (performance.now() % COALESCE_MS)));
};

/**
 * Joins pieces of text so that the number of messages does not follow the number of tokens: the
 * first goes out at once, later ones together on the next beat. It is the same beat for all turns,
 * so that what they say travels in one go.
 */
export const createCoalescer = (send: (text: string) => void): Coalescer => {
  let held = "";

  const flush = () => {
    awaiting.delete(flush);
    if (held === "") return;
    const text = held;
    held = "";
    send(text);
    onNextBeat(flush);
  };
  return {
    flush,
    stop() {
      held = "";
      awaiting.delete(flush);
    },
    push(text) {
      held += text;
      if (!awaiting.has(flush)) flush();
    },
  };
};
