import { SPOKEN_MIN, SpokenText } from "./spoken-text.ts";

/** Voices lose their breath, and services their patience, over longer stretches. */
const LONGEST_STRETCH = 900;

/** How much of a text is cut off at white space, or where there is none between two characters. */
const stretchOf = (text: string): number => {
  const space = text.lastIndexOf(" ", LONGEST_STRETCH);
  if (space > 0) return space;
  return /[\uD800-\uDBFF]/.test(text.charAt(LONGEST_STRETCH - 1))
    ? LONGEST_STRETCH - 1
    : LONGEST_STRETCH;
};

const shortened = (sentence: string): string[] => {
  if (sentence.length <= LONGEST_STRETCH) return [sentence];
  const cut = stretchOf(sentence);
  return [sentence.slice(0, cut), ...shortened(sentence.slice(cut).trimStart())];
};

/* It takes its time to be made: whoever needs the plain text alone does without it. */
const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

/** A letter ends all doubt whether a sentence has ended before it. */
const LETTER = /\p{L}/u;

/**
 * How long the first sentence of a paragraph is, or 0 if that is known only when more of it has
 * come. The segmenter never gets more than a stretch: over long texts it is quadratic.
 */
const firstSentence = (paragraph: string, isEnd: boolean): number => {
  const window = paragraph.slice(0, LONGEST_STRETCH + 1);
  const isFull = window.length > LONGEST_STRETCH;
  const end = segmenter.segment(window).containing(0)?.segment.length ?? 0;
  if (end === window.length) return isFull ? stretchOf(window) : isEnd ? end : 0;
  return isFull || isEnd || LETTER.test(window.slice(end)) ? end : 0;
};

/**
 * Cuts a speech into its sentences while it grows: whatever pieces it comes in, the sentences are
 * those of the whole. One comes as soon as the next one has begun.
 */
export class SentenceCutter {
  readonly #text = new SpokenText();
  /** Of the paragraph that grows: what has not been cut yet. */
  #uncut = "";
  /** Too short to be spoken alone: goes with what follows, */
  #stub = "";
  /** or, where nothing does, with the sentence before. */
  #last = "";

  add(piece: string): string[] {
    return this.#cut(this.#text.add(piece));
  }

  /** What is left when nothing follows. */
  end(): string[] {
    return [...this.#cut(this.#text.end()), ...this.#endParagraph()];
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
    // Whatever follows, there will be a sentence of its own for what is here, and no stub.
    if (this.#stub.length + this.#uncut.trim().length < SPOKEN_MIN) return sentences;
    return [...sentences, ...this.#release("")];
  }

  #endParagraph(): string[] {
    const sentences = this.#cutWhole(true);
    this.#last = [this.#last, this.#stub].filter((text) => text !== "").join(" ");
    this.#stub = "";
    return [...sentences, ...this.#release("")];
  }

  #cutWhole(isEnd: boolean): string[] {
    const sentences: string[] = [];
    let at = 0;
    for (;;) {
      const rest = this.#uncut.slice(at);
      const length = rest === "" ? 0 : firstSentence(rest, isEnd);
      if (length === 0) break;
      sentences.push(...this.#afterLast(rest.slice(0, length).trim()));
      at += length;
    }
    this.#uncut = this.#uncut.slice(at);
    return sentences;
  }

  /** Takes a sentence; returns the one before, if this one is long enough to follow it. */
  #afterLast(sentence: string): string[] {
    const whole = this.#stub === "" ? sentence : `${this.#stub} ${sentence}`;
    if (whole.length < SPOKEN_MIN) {
      this.#stub = whole;
      return [];
    }
    this.#stub = "";
    return this.#release(whole);
  }

  /** Gives the last sentence, and keeps the next one in its place. */
  #release(next: string): string[] {
    const last = this.#last;
    this.#last = next;
    return last === "" ? [] : shortened(last);
  }
}

/** The plain text of a speech, sentence by sentence. */
export const spokenSentences = (content: string): string[] => {
  const cutter = new SentenceCutter();
  return [...cutter.add(content), ...cutter.end()];
};
