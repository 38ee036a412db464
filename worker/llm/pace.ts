import { finished, type Readable } from "node:stream";

/** Readers see no difference below this; whatever is between them and the model does. */
const BEAT_MS = 50;

/** As much as is never kept until the next beat. */
const MUCH_BYTES = 64 * 1024;

let beat: Promise<void> | undefined;

/** One timer for all turns: of several, even for the same time, each has a moment of its own. */
const nextBeat = () =>
  (beat ??= new Promise((resolve) => {
    const isDue = () => {
      beat = undefined;
      resolve();
    };
    // Rounded up: a timer's fractions are cut off, and the beat would come once before its time.
    setTimeout(isDue, Math.ceil(BEAT_MS - (performance.now() % BEAT_MS)));
  }));

const onBeats = new WeakSet<Response>();

/**
 * Has an answer read on the beat from now on, what has come since together: once its first words are
 * there, so that neither what is said nor what it takes follows the number of tokens. It is the same
 * beat for all, so that what several turns say travels in one go.
 */
export const readOnBeats = (answer: Response): void => void onBeats.add(answer);

/**
 * What comes of an answer, as it comes or on the beat; neither its end nor much at once waits for one.
 * All of it is heard before it fails.
 */
export const paced = async function* (
  message: Readable,
  answer: () => Response,
): AsyncGenerator<Uint8Array, void> {
  let came: Uint8Array[] = [];
  let size = 0;
  let isResting = false;
  let isOver = false;
  let failure: Error | null | undefined;
  let wake = () => {};
  const look = () => {
    if (isOver || size >= MUCH_BYTES || (size > 0 && !isResting)) wake();
  };
  const change = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
      if (isResting) void nextBeat().then(resolve);
      look();
    });
  message.on("data", (bytes: Uint8Array) => {
    came.push(bytes);
    size += bytes.length;
    if (size >= MUCH_BYTES) message.pause();
    look();
  });
  finished(message, (err) => {
    isOver = true;
    failure = err;
    look();
  });
  try {
    for (;;) {
      await change();
      if (size > 0) {
        const bytes = Buffer.concat(came);
        came = [];
        size = 0;
        message.resume();
        yield bytes;
        isResting = onBeats.has(answer());
      } else if (isOver) {
        if (failure) throw failure;
        return;
      } else {
        isResting = false;
      }
    }
  } finally {
    message.destroy();
  }
};
