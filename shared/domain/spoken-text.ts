import { BLANK_LINES, BLOCK_MARK, CODE_FENCE, every, LINK } from "./markdown.ts";

/** Characters a turn needs to be worth a voice. */
export const SPOKEN_MIN = 5;
/** What people read about a turn that has fewer. */
export const TOO_SHORT_TO_SPEAK = "Turn content is too short or empty";

/** What Markdown writes around the words, and what is left of it for the ear. */
const MARKUP: readonly (readonly [RegExp, string])[] = [
  [every(CODE_FENCE), ""],
  [/!\[([^\]]*)\]\([^)]*\)/g, "$1"],
  [every(LINK), "$1"],
  [/<\/?[a-z][^>]*>/gi, ""],
  [/^ *(?:[-*_] *){3,}$/gm, ""],
  [every(BLOCK_MARK), ""],
  [/(?<!\\)(\*\*\*|\*\*|\*|~~|`+)(?=\S)(.+?)(?<=[^\s\\])\1/g, "$2"],
  [/(?<![\p{L}\p{N}_\\])(___|__|_)(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}_])/gu, "$2"],
  [/\\([\\`*_{}[\]()#+.!>~-])/g, "$1"],
];

/** A speech as it is spoken: the words without markup, one paragraph a line. */
export const plainText = (content: string): string =>
  MARKUP.reduce((text, [pattern, left]) => text.replace(pattern, left), content)
    .split(BLANK_LINES)
    .map((paragraph) => paragraph.replace(/\s+/g, " ").trim())
    .filter((paragraph) => paragraph !== "")
    .join("\n");

export const isSpeakable = (content: string): boolean => plainText(content).length >= SPOKEN_MIN;
