import { removeInvisibleCharacters } from "#shared/domain/text/invisible-characters.ts";
import { TURN_MAX_CHARACTERS } from "#shared/domain/debates/turn.ts";
import { trimToLastSentence } from "#shared/domain/text/sentence-excerpts.ts";
import { replaceLoneSurrogates } from "#worker/llm/replies/reply-text.ts";

const HIGH_SURROGATE = /[\uD800-\uDBFF]/;

const dropTrailingSurrogate = (text: string): string =>
  HIGH_SURROGATE.test(text.slice(-1)) ? text.slice(0, -1) : text;

/**
 * Cleans a speech chunk by chunk: removes invisible characters, trims both ends and limits the
 * length. The pieces that `add` returns, joined, are exactly the text to store.
 */
export class SpeechBuilder {
  #text = "";
  /**
   * Text that is held back until more follows: white space at the end, and half of a surrogate
   * pair.
   */
  #space = "";
  #pendingSurrogate = "";
  #isFull = false;

  get text(): string {
    return this.#text;
  }

  /** Whether the maximum length of a turn is reached and further text is dropped. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** The speech up to its last whole sentence; empty if there is none. */
  get wholeSentences(): string {
    return trimToLastSentence(this.#text);
  }

  /** Takes a chunk of the model's reply; returns the text that it adds, possibly empty. */
  add(chunk: string): string {
    const all = this.#pendingSurrogate + chunk;
    const decided = dropTrailingSurrogate(all);
    this.#pendingSurrogate = all.slice(decided.length);
    const clean = replaceLoneSurrogates(removeInvisibleCharacters(decided));
    const fresh = this.#text === "" ? clean.trimStart() : clean;
    const words = fresh.trimEnd();
    const added = words === "" ? "" : this.#fitting(this.#space + words);
    this.#space = (words === "" ? this.#space : "") + fresh.slice(words.length);
    this.#text += added;
    return added;
  }

  #fitting(added: string): string {
    const freeCharacters = this.#isFull ? 0 : TURN_MAX_CHARACTERS - this.#text.length;
    if (added.length <= freeCharacters) return added;
    this.#isFull = true;
    return dropTrailingSurrogate(added.slice(0, freeCharacters)).trimEnd();
  }
}
