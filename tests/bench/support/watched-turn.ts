import { type ApiClient, requestNextTurn, createDebateWith } from "#tests/helpers/api-client.ts";
import { type DebateWatcher, watchDebate } from "#tests/helpers/debate-watcher.ts";
import { createTopic } from "./scripted-speech.ts";

/** A turn as the user who requested it has received it. Times are in milliseconds. */
export interface WatchedTurn {
  topic: string;
  text: string;
  /** Time from the request to the API's response. */
  answered: number;
  /** Time from the request to the first words. */
  first: number;
  /** When the last words arrived, in milliseconds since 1970. */
  endedAt: number;
}

export interface PreparedDebate {
  /** Requests the next turn and receives all of it. */
  runTurn(): Promise<WatchedTurn>;
  /** Resolves when the last received turn is judged. */
  judged(): Promise<unknown>;
  close(): void;
}

const now = () => performance.timeOrigin + performance.now();

/**
 * Receives a turn until it is complete. Rejects if the received text differs from the stored one.
 */
const watchTurn = (
  watcher: DebateWatcher,
  turn: { first: number; endedAt: number; text: string },
) =>
  new Promise<void>((resolve, reject) => {
    const onDelta = () => {
      turn.first ||= now();
      turn.endedAt = now();
    };
    watcher.socket.on("turn:delta", onDelta).once("turn:completed", ({ turn: { id, content } }) => {
      watcher.socket.off("turn:delta", onDelta);
      turn.text = content;
      const received = watcher.textOf(id);
      if (received === content) resolve();
      else reject(new Error(`received "${received}", stored "${content}"`));
    });
  });

let debates = 0;

/** Creates a debate whose turns have this many tokens, and watches it. */
export const prepareDebate = async (
  origin: string,
  user: ApiClient,
  tokens: number,
): Promise<PreparedDebate> => {
  const topic = createTopic((debates += 1), tokens);
  const { id } = await createDebateWith(user, {
    topic,
    botAProvider: "openai",
    botBProvider: "openai",
  });
  const watcher = await watchDebate(origin, id, user.cookie);
  let judged: Promise<unknown> = Promise.resolve();
  return {
    async runTurn() {
      const turn = { first: 0, endedAt: 0, text: "" };
      const completed = watchTurn(watcher, turn);
      judged = new Promise((resolve) => watcher.socket.once("turn:judged", resolve));
      const askedAt = now();
      await requestNextTurn(user, id);
      const answered = now() - askedAt;
      await completed;
      return { ...turn, topic, answered, first: turn.first - askedAt };
    },
    judged: () => judged,
    close: () => watcher.close(),
  };
};
