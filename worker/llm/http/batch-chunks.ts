import type { Dispatcher } from "undici";

/** Viewers do not notice such a short delay. Shorter ticks would cost every process more CPU. */
const TICK_MS = 50;

const MAX_BATCH_BYTES = 64 * 1024;

let currentTick: Promise<void> | undefined;

/**
 * Resolves at the next multiple of `TICK_MS`. All turns wait for the same timer, so that their
 * deltas are sent together.
 */
const waitForTick = () =>
  (currentTick ??= new Promise((resolve) => {
    const isDue = () => {
      currentTick = undefined;
      resolve();
    };
    // The time is rounded up, because timers drop fractions and would fire before the tick.
    setTimeout(isDue, Math.ceil(TICK_MS - (performance.now() % TICK_MS)));
  }));

const batchedResponses = new WeakSet<Response>();

/**
 * Call this when the first text of a response has arrived. From then on the chunks of this response
 * are batched, so that the CPU cost does not grow with the number of tokens.
 */
export const batchChunks = (answer: Response): void => void batchedResponses.add(answer);

type Handler = Dispatcher.DispatchHandler;
type Controller = Dispatcher.DispatchController;

/**
 * Passes chunks on at once or, for a batched response, once per tick. The end, an error and 64 KiB
 * or more are never delayed.
 */
export const createBatchingHandler = (
  handler: Handler,
  answer: () => Response | undefined,
): Handler => {
  let received: Buffer[] = [];
  let size = 0;
  let lastTick = -1;
  const getTick = () => Math.floor(performance.now() / TICK_MS);
  const isBatched = () => {
    const response = answer();
    return response !== undefined && batchedResponses.has(response);
  };
  const flush = (controller: Controller) => {
    if (size === 0) return;
    const bytes = Buffer.concat(received);
    received = [];
    size = 0;
    lastTick = getTick();
    handler.onResponseData?.(controller, bytes);
  };
  return {
    onRequestStart: (...args) => handler.onRequestStart?.(...args),
    onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
    onResponseStart: (...args) => handler.onResponseStart?.(...args),
    onResponseData(controller, chunk) {
      received.push(chunk);
      size += chunk.length;
      const waits = size < MAX_BATCH_BYTES && isBatched() && lastTick === getTick();
      if (!waits) flush(controller);
      else if (received.length === 1) void waitForTick().then(() => flush(controller));
    },
    onResponseEnd(controller, trailers) {
      flush(controller);
      handler.onResponseEnd?.(controller, trailers);
    },
    onResponseError(controller, error) {
      flush(controller);
      handler.onResponseError?.(controller, error);
    },
  };
};
