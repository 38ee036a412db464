import {
  toLineStartPattern,
  BLOCK_MARKER,
  CODE_FENCE,
  LINK_OR_IMAGE,
} from "#shared/domain/text/markdown.ts";

/** A part of a text. `start` is its index in the whole text. */
export interface TextSegment {
  text: string;
  start: number;
}

const BLANK_LINES = /\n\s*\n/g;

export const splitParagraphs = (content: string): TextSegment[] => {
  const parts: TextSegment[] = [];
  let start = 0;
  for (const blankLines of [...content.matchAll(BLANK_LINES), undefined]) {
    const text = content.slice(start, blankLines?.index);
    if (text.trim() !== "") parts.push({ text, start });
    start = blankLines ? blankLines.index + blankLines[0].length : content.length;
  }
  return parts;
};

export interface EmphasisRun extends TextSegment {
  emphasis: "none" | "em" | "strong";
}

const EMPHASIS_MARKER = /\*\*?|__?/g;
const isSpace = (character: string): boolean => character.trim() === "";

/** Index of the closing `mark`, which must follow a non-space; -1 if there is none. */
const findClosingMarker = (text: string, mark: string, from: number): number => {
  let index = text.indexOf(mark, from + 1);
  while (index !== -1 && isSpace(text.charAt(index - 1))) index = text.indexOf(mark, index + 1);
  return index;
};

/**
 * Creates a function that finds emphasis. It remembers markers that are never closed, because
 * searching again for each would take quadratic time.
 */
const createEmphasisFinder = (text: string) => {
  const unclosedMarks = new Set<string>();
  return (marks: string, start: number): { mark: string; end: number } | null => {
    for (const mark of new Set([marks, marks.charAt(0)])) {
      const from = start + mark.length;
      if (unclosedMarks.has(mark) || isSpace(text.charAt(from))) continue;
      const end = findClosingMarker(text, mark, from);
      if (end !== -1) return { mark, end };
      unclosedMarks.add(mark);
    }
    return null;
  };
};

/** Splits a paragraph into plain and emphasised runs without the markers. */
export const splitEmphasis = ({ text, start }: TextSegment): EmphasisRun[] => {
  const runs: EmphasisRun[] = [];
  const pushRun = (from: number, end: number, emphasis: EmphasisRun["emphasis"]) => {
    if (end > from) runs.push({ text: text.slice(from, end), start: start + from, emphasis });
  };
  const find = createEmphasisFinder(text);
  let parsedUpTo = 0;
  EMPHASIS_MARKER.lastIndex = 0;
  for (let marks = EMPHASIS_MARKER.exec(text); marks; marks = EMPHASIS_MARKER.exec(text)) {
    const { index } = marks;
    const emphasised = find(marks[0], index);
    EMPHASIS_MARKER.lastIndex = index + 1;
    if (!emphasised) continue;
    const { mark, end } = emphasised;
    pushRun(parsedUpTo, index, "none");
    pushRun(index + mark.length, end, mark.length === 2 ? "strong" : "em");
    parsedUpTo = end + mark.length;
    EMPHASIS_MARKER.lastIndex = parsedUpTo;
  }
  pushRun(parsedUpTo, text.length, "none");
  return runs;
};

/** Markdown beyond emphasis: headings, lists, quotations, code and links. */
const MARKDOWN_PATTERNS = [
  toLineStartPattern(BLOCK_MARKER),
  toLineStartPattern(CODE_FENCE),
  LINK_OR_IMAGE,
  /`[^`]+`/,
];

/** A Markdown parser would need seconds for texts with more markers than this. */
const MAX_MARKDOWN_MARKS = 300;
/** The server has 5 ms per speech, which is enough to parse this many markers. */
const MAX_MARKDOWN_MARKS_SYNC = 50;
const MARKDOWN_MARK_PATTERN = /[*_`[\]<>#&\\~!|\n\t]|[-+] |\d[.)] /g;

/**
 * Whether a speech is rendered as full Markdown. Mode `sync` is for the server and hydration, which
 * cannot wait; `async` is for the browser afterwards.
 */
export const shouldRenderMarkdown = (content: string, mode: "async" | "sync"): boolean => {
  const maxMarks = mode === "sync" ? MAX_MARKDOWN_MARKS_SYNC : MAX_MARKDOWN_MARKS;
  return (
    MARKDOWN_PATTERNS.some((pattern) => pattern.test(content)) &&
    (content.match(MARKDOWN_MARK_PATTERN)?.length ?? 0) <= maxMarks
  );
};
