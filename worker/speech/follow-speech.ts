import { setTimeout as pause } from "node:timers/promises";
import type { TurnStatus } from "#shared/domain/turn.ts";
import { SentenceCutter } from "#shared/domain/spoken-sentences.ts";

export interface Words {
  turnAttempt: number;
  turnStatus: TurnStatus;
  content: string;
}

/** The turn's text was replaced, or the turn has failed. */
export class VoidWords extends Error {
  override readonly name = "VoidWords";
}

/** Poll interval; texts are saved less often. */
const LOOK_MS = 200;

/**
 * Yields the sentences of a turn while it is written, each once it is final. `look` loads the
 * current text. Throws `VoidWords`, and the signal's reason.
 */
export const followSpeech = async function* (
  first: Words,
  look: () => Promise<Words>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const cutter = new SentenceCutter();
  let read = "";
  for (let words = first; ; words = await look()) {
    const { turnAttempt, turnStatus, content } = words;
    const isOn = turnStatus === "streaming" || turnStatus === "complete";
    // A final text may be shorter than a partial one, if the model was cut off.
    if (!isOn || turnAttempt !== first.turnAttempt || !content.startsWith(read))
      throw new VoidWords();
    yield* cutter.add(content.slice(read.length));
    read = content;
    if (turnStatus === "complete") return yield* cutter.end();
    await pause(LOOK_MS, undefined, { signal });
  }
};
