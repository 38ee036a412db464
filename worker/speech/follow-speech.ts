import { setTimeout as pause } from "node:timers/promises";
import type { TurnStatus } from "#shared/domain/turn.ts";
import { SentenceCutter } from "#shared/domain/spoken-sentences.ts";

/** How a turn's words stand. */
export interface Words {
  turnAttempt: number;
  turnStatus: TurnStatus;
  content: string;
}

/** The words that were followed do not count: they are written anew, or not at all. */
export class VoidWords extends Error {
  override readonly name = "VoidWords";
}

/** Texts are kept less often than this. */
const LOOK_MS = 200;

/**
 * The sentences of a turn, each as soon as it is certain, while the turn is being written: `look` says how
 * far it is. Throws `VoidWords`, and the signal's reason.
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
    // Its end is cut off where the model broke off.
    if (!isOn || turnAttempt !== first.turnAttempt || !content.startsWith(read))
      throw new VoidWords();
    yield* cutter.add(content.slice(read.length));
    read = content;
    if (turnStatus === "complete") return yield* cutter.end();
    await pause(LOOK_MS, undefined, { signal });
  }
};
