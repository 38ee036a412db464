import { type ApiClient, nextTurn, startDebate } from "../api-client.ts";
import { type Watcher, watchDebate } from "../watcher.ts";
import { topicOf } from "./speech-about.ts";

/** How a turn reached whoever asked for it; times in milliseconds. */
export interface HeardTurn {
  topic: string;
  text: string;
  /** From the press to the API's answer, */
  answered: number;
  /** to the first words, */
  first: number;
  /** and when the last words were there, since 1970. */
  endedAt: number;
}

export interface PreparedDebate {
  /** Asks for the next turn, and hears it to its end. */
  hear(): Promise<HeardTurn>;
  /** Resolves when the turn that was heard last is judged. */
  judged(): Promise<unknown>;
  close(): void;
}

const now = () => performance.timeOrigin + performance.now();

/** Follows a turn to its end. Rejects when what was heard of it is not what is stored. */
const follow = (watcher: Watcher, turn: { first: number; endedAt: number; text: string }) =>
  new Promise<void>((resolve, reject) => {
    const onDelta = () => {
      turn.first ||= now();
      turn.endedAt = now();
    };
    watcher.socket.on("turn:delta", onDelta).once("turn:completed", ({ turn: { id, content } }) => {
      watcher.socket.off("turn:delta", onDelta);
      turn.text = content;
      const heard = watcher.textOf(id);
      if (heard === content) resolve();
      else reject(new Error(`heard "${heard}", stored "${content}"`));
    });
  });

let debates = 0;

/** A new debate whose turns are so many tokens long, with somebody who watches. */
export const prepareDebate = async (
  origin: string,
  user: ApiClient,
  tokens: number,
): Promise<PreparedDebate> => {
  const topic = topicOf((debates += 1), tokens);
  const { id } = await startDebate(user, { topic, botAProvider: "openai", botBProvider: "openai" });
  const watcher = await watchDebate(origin, id, user.cookie);
  let judged: Promise<unknown> = Promise.resolve();
  return {
    async hear() {
      const turn = { first: 0, endedAt: 0, text: "" };
      const heard = follow(watcher, turn);
      judged = new Promise((resolve) => watcher.socket.once("turn:judged", resolve));
      const askedAt = now();
      await nextTurn(user, id);
      const answered = now() - askedAt;
      await heard;
      return { ...turn, topic, answered, first: turn.first - askedAt };
    },
    judged: () => judged,
    close: () => watcher.close(),
  };
};
