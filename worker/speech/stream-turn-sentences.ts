import { setTimeout as pause } from "node:timers/promises";
import type { TurnStatus } from "#shared/domain/debates/turn.ts";
import { SentenceSplitter } from "#shared/domain/text/sentence-splitter.ts";

export interface TurnText {
  turnAttempt: number;
  turnStatus: TurnStatus;
  content: string;
}

/** The turn has failed, or a retry replaced its text. */
export class TurnTextReplacedError extends Error {
  override readonly name = "TurnTextReplacedError";
}

/**
 * Pause between two reads of the turn's text. The worker that writes the turn saves the text every
 * 700 ms.
 */
const POLL_INTERVAL_MS = 200;

/**
 * Yields the sentences of a turn while it is being written, each once it is final. `reload` loads
 * the current text. Throws `TurnTextReplacedError`, and the signal's reason when aborted.
 */
export const streamTurnSentences = async function* (
  first: TurnText,
  reload: () => Promise<TurnText>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const splitter = new SentenceSplitter();
  let read = "";
  for (let turn = first; ; turn = await reload()) {
    const { turnAttempt, turnStatus, content } = turn;
    const isWritten = turnStatus === "streaming" || turnStatus === "complete";
    // If the model was cut off, the final text can lack the end of an earlier partial text. Then
    // the turn's text counts as replaced.
    if (!isWritten || turnAttempt !== first.turnAttempt || !content.startsWith(read))
      throw new TurnTextReplacedError();
    yield* splitter.add(content.slice(read.length));
    read = content;
    if (turnStatus === "complete") return yield* splitter.end();
    await pause(POLL_INTERVAL_MS, undefined, { signal });
  }
};
