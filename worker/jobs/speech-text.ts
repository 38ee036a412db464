import { wellFormed, withoutControls } from "../llm/model-text.ts";

/** What cannot be kept before it is known what follows: white space, the first half of a character. */
const UNDECIDED = /\s*[\uD800-\uDBFF]?$/;

/**
 * Cleans a speech piece by piece, so that the pieces it returns, joined, are exactly the text to
 * store: without control characters, without white space at either end.
 */
export class SpeechText {
  #text = "";
  #undecided = "";

  /** The speech so far. */
  get text(): string {
    return this.#text;
  }

  /** Takes a piece as the model sent it; returns what it adds to the speech, perhaps nothing. */
  add(piece: string): string {
    const all = this.#undecided + withoutControls(piece);
    const fresh = this.#text === "" ? all.trimStart() : all;
    this.#undecided = UNDECIDED.exec(fresh)?.[0] ?? "";
    const added = wellFormed(fresh.slice(0, fresh.length - this.#undecided.length));
    this.#text += added;
    return added;
  }
}
