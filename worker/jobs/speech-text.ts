import { withoutHidden } from "#shared/domain/hidden-text.ts";
import { TURN_MAX } from "#shared/domain/turn.ts";
import { wholeSentences } from "#shared/domain/whole-sentences.ts";
import { wellFormed } from "../llm/model-text.ts";

/** The first half of a character, whose second is yet to come. */
const HALF = /[\uD800-\uDBFF]/;

const withoutHalf = (text: string): string =>
  HALF.test(text.slice(-1)) ? text.slice(0, -1) : text;

/**
 * Cleans a speech piece by piece, so that the pieces it returns, joined, are exactly the text to
 * store: without what hides, without white space at either end, and no longer than a turn may be.
 */
export class SpeechText {
  #text = "";
  /** What cannot be kept before it is known what follows. */
  #space = "";
  #half = "";
  #isFull = false;

  /** The speech so far. */
  get text(): string {
    return this.#text;
  }

  /** Whether nothing more is taken: a turn is no longer than this. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** The speech up to its last whole sentence; empty where it has none. */
  get sentences(): string {
    return wholeSentences(this.#text);
  }

  /** Takes a piece as the model sent it; returns what it adds to the speech, perhaps nothing. */
  add(piece: string): string {
    const all = this.#half + piece;
    const decided = withoutHalf(all);
    this.#half = all.slice(decided.length);
    const clean = wellFormed(withoutHidden(decided));
    const fresh = this.#text === "" ? clean.trimStart() : clean;
    const words = fresh.trimEnd();
    const added = words === "" ? "" : this.#fitting(this.#space + words);
    this.#space = (words === "" ? this.#space : "") + fresh.slice(words.length);
    this.#text += added;
    return added;
  }

  #fitting(added: string): string {
    const room = this.#isFull ? 0 : TURN_MAX - this.#text.length;
    if (added.length <= room) return added;
    this.#isFull = true;
    return withoutHalf(added.slice(0, room)).trimEnd();
  }
}
