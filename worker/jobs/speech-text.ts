import { withoutHidden } from "#shared/domain/hidden-text.ts";
import { TURN_MAX } from "#shared/domain/turn.ts";
import { wholeSentences } from "#shared/domain/whole-sentences.ts";
import { wellFormed } from "../llm/model-text.ts";

const HALF = /[\uD800-\uDBFF]/;

const withoutHalf = (text: string): string =>
  HALF.test(text.slice(-1)) ? text.slice(0, -1) : text;

/**
 * Cleans a speech chunk by chunk: removes invisible characters, trims both ends and limits the
 * length. The returned pieces, joined, are exactly the text to store.
 */
export class SpeechText {
  #text = "";
  /** White space and a half character at the end, held back until more text follows. */
  #space = "";
  #half = "";
  #isFull = false;

  get text(): string {
    return this.#text;
  }

  /** Whether the maximum length of a turn is reached and further text is dropped. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** The speech up to its last whole sentence; empty if there is none. */
  get sentences(): string {
    return wholeSentences(this.#text);
  }

  /** Takes a chunk of the model's reply; returns the text that it adds, possibly empty. */
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
