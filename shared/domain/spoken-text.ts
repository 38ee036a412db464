import { BLOCK_MARK, CODE_FENCE, LINK, rightHere } from "./markdown.ts";

/** Characters a turn needs to be worth a voice. */
export const SPOKEN_MIN = 5;
/** What people read about a turn that has fewer. */
export const TOO_SHORT_TO_SPEAK = "Turn content is too short or empty";

/* Bounded, all of them, so that no text takes more time than its length. */

/** Lines that say nothing: a fence around code, a rule between paragraphs. */
const FENCE = rightHere(CODE_FENCE);
const RULE = / {0,3}(?:[-*_][ \t]{0,3}){3,60}(?=\n|$)/y;
const BULLET = rightHere(BLOCK_MARK);
/** What may become one of these, at the end of a text that goes on. */
const LINE_BEGUN =
  / {0,3}(?:(?:`{1,20}|~{1,20})[^\s`~]{0,30}[ \t]{0,9}|(?:[-*_][ \t]{0,3}){1,60}|#{1,6}|>{1,9}|\+|\d{1,9}[.)]?)?$/y;

const LINK_HERE = rightHere(LINK);
const TAG = /<\/?[a-z][^<>\n]{0,200}>/iy;
const ESCAPED = /\\[\\`*_{}[\]()#+.!>~-]/y;
/** What may become one of these. */
const BEGUN =
  /(?:!?(?:\[[^[\]\n]{0,300}(?:\](?:\([^()[\]\n]{0,1000}(?:\([^()[\]\n]{0,300}(?:\)[^()[\]\n]{0,300})?)?)?)?)?|<(?:\/?(?:[a-z][^<>\n]{0,200})?)?|\\)$/iy;
/** What emphasises, or is set as code; as many at once as are looked at. */
const MARKS = /\*{1,8}|_{1,8}|~{1,8}|`{1,8}/y;
const SPACE = /[^\S\n]+/y;
const WORDS = /[^\s\\<[!*_~`]+/y;

const matchAt = (pattern: RegExp, text: string, at: number): string | null => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
};

const isWordCharacter = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);
const isSpace = (character: string): boolean => character === "" || /\s/.test(character);

/** Whether marks between these two characters are markup, and no signs of their own. */
const isMarkup = (marks: string, before: string, after: string): boolean => {
  if (isSpace(before) && isSpace(after)) return false;
  if (marks.startsWith("_")) return !(isWordCharacter(before) && isWordCharacter(after));
  if (marks === "*") return !(/[\da-z]/i.test(before) && /[\da-z]/i.test(after));
  return marks !== "~";
};

/**
 * Reads a speech piece by piece, and gives its words without markup, one paragraph a line, as soon
 * as nothing that may follow can change them: the pieces it gives, joined, are the same however the
 * speech was cut. It takes as long as the speech is, whatever is in it.
 */
export class SpokenText {
  /** What cannot be read before it is known what follows. */
  #undecided = "";
  #read = "";
  /** The character before what is read next. */
  #before = "\n";
  /** What stands between the last word and the next one. */
  #lineFeeds = 0;
  #gap = "";
  #hasBegun = false;

  add(piece: string): string {
    return this.#take(this.#undecided + piece, false);
  }

  /** What is left when nothing follows. */
  end(): string {
    return this.#take(this.#undecided, true);
  }

  #take(text: string, isEnd: boolean): string {
    this.#read = "";
    this.#undecided = text.slice(this.#scan(text, isEnd));
    return this.#read;
  }

  /** Reads as far as it can; returns how far. */
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

  /** Reads what begins at `at`; returns how long that is, or 0 if more has to come first. */
  #step(text: string, at: number, isEnd: boolean): number {
    if (this.#before === "\n") {
      if (!isEnd && matchAt(LINE_BEGUN, text, at) !== null) return 0;
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
    const marks = matchAt(MARKS, text, at);
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
    const link = matchAt(LINK_HERE, text, at);
    if (link !== null) {
      this.#before = "[";
      this.#scan(link.slice(link.indexOf("[") + 1, link.indexOf("]")), true);
      return link.length;
    }
    if (!isEnd && matchAt(BEGUN, text, at) !== null) return 0;
    return this.#say(text.charAt(at));
  }

  /** Gives words, after what stands between them and the last ones. Returns how long they are. */
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

/** A speech as it is spoken: the words without markup, one paragraph a line. */
export const plainText = (content: string): string => {
  const reader = new SpokenText();
  return reader.add(content) + reader.end();
};

export const isSpeakable = (content: string): boolean => plainText(content).length >= SPOKEN_MIN;
