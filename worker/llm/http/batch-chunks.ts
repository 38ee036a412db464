import { finished, type Readable } from "node:stream";

/**
 * Tick length. Viewers notice no difference below it, but smaller chunks cost CPU in every process.
 */
const TICK_MS = 50;

const MAX_BATCH_BYTES = 64 * 1024;

let currentTick: Promise<void> | undefined;

/** One timer for all turns, so that they share a tick. */
const waitForTick = () =>
  (currentTick ??= new Promise((resolve) => {
    const isDue = () => {
      currentTick = undefined;
      resolve();
    };
    // Rounded up, because timers drop fractions and would fire before the tick.
    setTimeout(isDue, Math.ceil(TICK_MS - (performance.now() % TICK_MS)));
  }));

const batchedResponses = new WeakSet<Response>();

/**
 * Batches the rest of a response to the tick, once its first text has arrived. The cost then does
 * not grow with the number of tokens. All turns share the tick, so their deltas are sent together.
 */
export const batchChunks = (answer: Response): void => void batchedResponses.add(answer);

/**
 * Yields response bytes at once, or batched to the shared 50 ms tick. The end and 64 KiB or more
 * are never delayed. Throws an error of the connection after all bytes that came before it.
 */
export const readChunks = async function* (
  message: Readable,
  answer: () => Response,
): AsyncGenerator<Uint8Array, void> {
  let received: Uint8Array[] = [];
  let size = 0;
  let waitsForTick = false;
  let isOver = false;
  let failure: Error | null | undefined;
  let wake = () => {};
  const wakeIfReady = () => {
    if (isOver || size >= MAX_BATCH_BYTES || (size > 0 && !waitsForTick)) wake();
  };
  const waitForChange = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
      if (waitsForTick) void waitForTick().then(resolve);
      wakeIfReady();
    });
  message.on("data", (bytes: Uint8Array) => {
    received.push(bytes);
    size += bytes.length;
    if (size >= MAX_BATCH_BYTES) message.pause();
    wakeIfReady();
  });
  finished(message, (err) => {
    isOver = true;
    failure = err;
    wakeIfReady();
  });
  try {
    for (;;) {
      await waitForChange();
      if (size > 0) {
        const bytes = Buffer.concat(received);
        received = [];
        size = 0;
        message.resume();
        yield bytes;
        waitsForTick = batchedResponses.has(answer());
      } else if (isOver) {
        if (failure) throw failure;
        return;
      } else {
        waitsForTick = false;
      }
    }
  } finally {
    message.destroy();
  }
};
