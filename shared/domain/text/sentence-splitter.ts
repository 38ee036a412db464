import { findCharacterStart } from "./character-start.ts";
import { findSentenceEnd } from "./sentence-end.ts";
import { hasWords, MIN_SPEAKABLE_CHARACTERS, MarkdownStripper } from "./plain-text.ts";

/**
 * Maximum characters of a sentence. A TTS service is slow with a longer one, which also sounds
 * worse.
 */
const MAX_SENTENCE_CHARACTERS = 900;

/** Where to cut a long text: at white space, or else between two characters. */
const findCut = (text: string): number => {
  const space = text.lastIndexOf(" ", MAX_SENTENCE_CHARACTERS);
  return space > 0 ? space : findCharacterStart(text, MAX_SENTENCE_CHARACTERS);
};

const splitLongSentence = (sentence: string): string[] => {
  if (sentence.length <= MAX_SENTENCE_CHARACTERS) return [sentence];
  const cut = findCut(sentence);
  return [sentence.slice(0, cut), ...splitLongSentence(sentence.slice(cut).trimStart())];
};

/** A possible end of a sentence is certain once a letter follows. */
const LETTER = /\p{L}/u;

/**
 * Length of a paragraph's first sentence; 0 if more text is needed to decide. Looks at a
 * limited part of the text, because the search takes quadratic time.
 */
const measureFirstSentence = (paragraph: string, isEnd: boolean): number => {
  const window = paragraph.slice(0, MAX_SENTENCE_CHARACTERS + 1);
  const isFull = window.length > MAX_SENTENCE_CHARACTERS;
  const end = findSentenceEnd(window);
  if (end === window.length) return isFull ? findCut(window) : isEnd ? end : 0;
  return isFull || isEnd || LETTER.test(window.slice(end)) ? end : 0;
};

/**
 * Splits a growing speech into sentences. The result does not depend on how the text is chunked. A
 * sentence is returned when the next one has begun. Every sentence has a letter or digit, except
 * pieces of an overlong sentence and the end of a speech.
 */
export class SentenceSplitter {
  readonly #text = new MarkdownStripper();
  /** The part of the current paragraph that is not split yet. */
  #uncut = "";
  /** Text that cannot stand alone, joined with the next sentence. */
  #stub = "";
  #stubHasWords = false;
  /**
   * The last sentence. It is held back, because a short sentence at the end of the paragraph is
   * joined to it.
   */
  #last = "";

  add(chunk: string): string[] {
    return this.#cut(this.#text.add(chunk));
  }

  end(): string[] {
    const sentences = [...this.#cut(this.#text.end()), ...this.#endParagraph()];
    return [...sentences, ...this.#release(this.#stub), ...this.#release("")];
  }

  #cut(plain: string): string[] {
    const [first = "", ...others] = plain.split("\n");
    const sentences = this.#grow(first);
    for (const paragraph of others)
      sentences.push(...this.#endParagraph(), ...this.#grow(paragraph));
    return sentences;
  }

  #grow(plain: string): string[] {
    this.#uncut += plain;
    const sentences = this.#cutWhole(false);
    const length = this.#stub.length + this.#uncut.trim().length;
    const willStandAlone =
      length >= MIN_SPEAKABLE_CHARACTERS && (this.#stubHasWords || hasWords(this.#uncut));
    // The new text becomes a sentence of its own, so nothing is joined to the last sentence any
    // more.
    return willStandAlone ? [...sentences, ...this.#release("")] : sentences;
  }

  #endParagraph(): string[] {
    const sentences = this.#cutWhole(true);
    // A paragraph without letters and digits is joined to the next one.
    if (this.#last === "" && !this.#stubHasWords) return sentences;
    this.#last = [this.#last, this.#stub].filter((text) => text !== "").join(" ");
    this.#setStub("", false);
    return [...sentences, ...this.#release("")];
  }

  #setStub(text: string, hasText: boolean): void {
    this.#stub = text;
    this.#stubHasWords = hasText;
  }

  #cutWhole(isEnd: boolean): string[] {
    const sentences: string[] = [];
    let at = 0;
    for (;;) {
      const rest = this.#uncut.slice(at);
      const length = rest === "" ? 0 : measureFirstSentence(rest, isEnd);
      if (length === 0) break;
      sentences.push(...this.#afterLast(rest.slice(0, length).trim()));
      at += length;
    }
    this.#uncut = this.#uncut.slice(at);
    return sentences;
  }

  /**
   * Holds a sentence back, because the next one may be too short to be spoken alone and is then
   * joined to it. Returns the sentence that was held back before. Returns nothing if `sentence`
   * itself is too short.
   */
  #afterLast(sentence: string): string[] {
    const whole = this.#stub === "" ? sentence : `${this.#stub} ${sentence}`;
    const hasText = this.#stubHasWords || hasWords(sentence);
    if (whole.length < MIN_SPEAKABLE_CHARACTERS || !hasText) {
      this.#setStub(whole, hasText);
      return [];
    }
    this.#setStub("", false);
    return this.#release(whole);
  }

  /** Returns the last sentence and holds back the next one. */
  #release(next: string): string[] {
    const last = this.#last;
    this.#last = next;
    return last === "" ? [] : splitLongSentence(last);
  }
}

export const splitSentences = (content: string): string[] => {
  const splitter = new SentenceSplitter();
  return [...splitter.add(content), ...splitter.end()];
};
