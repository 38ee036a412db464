import { BLOCK_MARKER, CODE_FENCE, LINK_OR_IMAGE, toStickyPattern } from "./markdown.ts";

export const MIN_SPEAKABLE_CHARACTERS = 5;
export const TOO_SHORT_TO_SPEAK = "Turn content is too short or empty";

/* All patterns are bounded, so that matching takes linear time. */

/** Lines that are not spoken: code fences and horizontal rules (`---`). */
const FENCE = toStickyPattern(CODE_FENCE);
const RULE = / {0,3}(?:[-*_][ \t]{0,3}){3,60}(?=\n|$)/y;
const BULLET = toStickyPattern(BLOCK_MARKER);
/** A possible beginning of a code fence, a rule or a block marker, at the end of a chunk. */
const PARTIAL_LINE =
  / {0,3}(?:(?:`{1,20}|~{1,20})[^\s`~]{0,30}[ \t]{0,9}|(?:[-*_][ \t]{0,3}){1,60}|#{1,6}|>{1,9}|\+|\d{1,9}[.)]?)?$/y;

const STICKY_LINK = toStickyPattern(LINK_OR_IMAGE);
const TAG = /<\/?[a-z][^<>\n]{0,200}>/iy;
const ESCAPED = /\\[\\`*_{}[\]()#+.!>~-]/y;
/** A possible beginning of inline markup, at the end of a chunk. */
const PARTIAL_INLINE =
  /(?:!?(?:\[[^[\]\n]{0,300}(?:\](?:\([^()[\]\n]{0,1000}(?:\([^()[\]\n]{0,300}(?:\)[^()[\]\n]{0,300})?)?)?)?)?|<(?:\/?(?:[a-z][^<>\n]{0,200})?)?|\\)$/iy;
const EMPHASIS_MARKS = /\*{1,8}|_{1,8}|~{1,8}|`{1,8}/y;
const SPACE = /[^\S\n]+/y;
const WORDS = /[^\s\\<[!*_~`]+/y;

const matchAt = (pattern: RegExp, text: string, at: number): string | null => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
};

/** Whether the text has a letter or digit of any script. Voices cannot speak anything else. */
export const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);
const isSpace = (character: string): boolean => character === "" || /\s/.test(character);

/** Whether markers between these two characters are markup, not literal characters. */
const isMarkup = (marks: string, before: string, after: string): boolean => {
  if (isSpace(before) && isSpace(after)) return false;
  if (marks.startsWith("_")) return !(hasWords(before) && hasWords(after));
  if (marks === "*") return !(/[\da-z]/i.test(before) && /[\da-z]/i.test(after));
  return marks !== "~";
};

/**
 * Strips Markdown from a speech chunk by chunk, with one paragraph per line. Returns text as soon
 * as later chunks cannot change it. The result does not depend on where the chunks are split. Takes
 * linear time.
 */
export class MarkdownStripper {
  /** Text that cannot be interpreted before the next chunk. */
  #undecided = "";
  #read = "";
  /** The character before the unread text. */
  #before = "\n";
  /** White space between the last word and the next one. */
  #lineFeeds = 0;
  #gap = "";
  #hasBegun = false;

  add(chunk: string): string {
    return this.#take(this.#undecided + chunk, false);
  }

  end(): string {
    return this.#take(this.#undecided, true);
  }

  #take(text: string, isEnd: boolean): string {
    this.#read = "";
    this.#undecided = text.slice(this.#scan(text, isEnd));
    return this.#read;
  }

  #scan(text: string, isEnd: boolean): number {
    let at = 0;
    while (at < text.length) {
      const length = this.#step(text, at, isEnd);
      if (length === 0) return at;
      at += length;
      this.#before = text.charAt(at - 1);
    }
    return at;
  }

  /** Reads one element at `at`; returns its length, or 0 if more text is needed. */
  #step(text: string, at: number, isEnd: boolean): number {
    if (this.#before === "\n") {
      if (!isEnd && matchAt(PARTIAL_LINE, text, at) !== null) return 0;
      const mark = matchAt(FENCE, text, at) ?? matchAt(RULE, text, at) ?? matchAt(BULLET, text, at);
      if (mark !== null) return mark.length;
    }
    const words = matchAt(WORDS, text, at);
    if (words !== null) return this.#say(words);
    const space = matchAt(SPACE, text, at);
    if (space !== null) return this.#pause(space);
    if (text[at] === "\n") return this.#pause("\n");
    return this.#readMarkup(text, at, isEnd);
  }

  #readMarkup(text: string, at: number, isEnd: boolean): number {
    const marks = matchAt(EMPHASIS_MARKS, text, at);
    if (marks !== null) {
      const after = text.charAt(at + marks.length);
      if (after === "" && !isEnd) return 0;
      return isMarkup(marks, this.#before, after) ? marks.length : this.#say(marks);
    }
    const escaped = matchAt(ESCAPED, text, at);
    if (escaped !== null) {
      this.#say(escaped.charAt(1));
      return escaped.length;
    }
    const tag = matchAt(TAG, text, at);
    if (tag !== null) return tag.length;
    const link = matchAt(STICKY_LINK, text, at);
    if (link !== null) {
      this.#before = "[";
      this.#scan(link.slice(link.indexOf("[") + 1, link.indexOf("]")), true);
      return link.length;
    }
    if (!isEnd && matchAt(PARTIAL_INLINE, text, at) !== null) return 0;
    return this.#say(text.charAt(at));
  }

  /** Outputs words, after the pending white space. Returns their length. */
  #say(words: string): number {
    if (this.#hasBegun) this.#read += this.#lineFeeds > 1 ? "\n" : this.#gap;
    this.#read += words;
    this.#hasBegun = true;
    this.#gap = "";
    this.#lineFeeds = 0;
    return words.length;
  }

  #pause(space: string): number {
    this.#gap = " ";
    if (space === "\n") this.#lineFeeds++;
    return space.length;
  }
}

/** The words of a speech without markup, one paragraph per line. */
export const toPlainText = (content: string): string => {
  const reader = new MarkdownStripper();
  return reader.add(content) + reader.end();
};

export const isSpeakable = (content: string): boolean => {
  const plain = toPlainText(content);
  return plain.length >= MIN_SPEAKABLE_CHARACTERS && hasWords(plain);
};
