import { beginningLine, BLOCK_MARK, CODE_FENCE, LINK } from "#shared/domain/markdown.ts";

/** A part of a text and its start within the whole. */
export interface Part {
  text: string;
  start: number;
}

const BLANK_LINES = /\n\s*\n/g;

export const paragraphs = (content: string): Part[] => {
  const parts: Part[] = [];
  let start = 0;
  for (const gap of [...content.matchAll(BLANK_LINES), undefined]) {
    const text = content.slice(start, gap?.index);
    if (text.trim() !== "") parts.push({ text, start });
    start = gap ? gap.index + gap[0].length : content.length;
  }
  return parts;
};

export interface Run extends Part {
  emphasis: "none" | "em" | "strong";
}

const MARK = /\*\*?|__?/g;
const isSpace = (character: string): boolean => character.trim() === "";

/** Index of the closing `mark`, which must follow a non-space; -1 if there is none. */
const closing = (text: string, mark: string, from: number): number => {
  let at = text.indexOf(mark, from + 1);
  while (at !== -1 && isSpace(text.charAt(at - 1))) at = text.indexOf(mark, at + 1);
  return at;
};

/**
 * Creates a function that finds emphasis. It remembers marks without a closing counterpart, so
 * that the total time is linear.
 */
const createFinder = (text: string) => {
  const unclosed = new Set<string>();
  return (marks: string, at: number): { mark: string; end: number } | null => {
    for (const mark of new Set([marks, marks.charAt(0)])) {
      const from = at + mark.length;
      if (unclosed.has(mark) || isSpace(text.charAt(from))) continue;
      const end = closing(text, mark, from);
      if (end !== -1) return { mark, end };
      unclosed.add(mark);
    }
    return null;
  };
};

/** Splits a paragraph into plain and emphasised runs without the markers. */
export const runs = ({ text, start }: Part): Run[] => {
  const found: Run[] = [];
  const say = (from: number, end: number, emphasis: Run["emphasis"]) => {
    if (end > from) found.push({ text: text.slice(from, end), start: start + from, emphasis });
  };
  const find = createFinder(text);
  let said = 0;
  MARK.lastIndex = 0;
  for (let marks = MARK.exec(text); marks; marks = MARK.exec(text)) {
    const { index } = marks;
    const emphasised = find(marks[0], index);
    MARK.lastIndex = index + 1;
    if (!emphasised) continue;
    const { mark, end } = emphasised;
    say(said, index, "none");
    say(index + mark.length, end, mark.length === 2 ? "strong" : "em");
    said = end + mark.length;
    MARK.lastIndex = said;
  }
  say(said, text.length, "none");
  return found;
};

/** Markdown beyond emphasis: headings, lists, quotations, code and links. */
const MORE_MARKUP = [beginningLine(BLOCK_MARK), beginningLine(CODE_FENCE), LINK, /`[^`]+`/];

/** Texts with more markers would take a Markdown parser seconds. */
const MOST_MARKS = 300;
/** Up to this many markers parse in under 5 ms, the server's budget per speech. */
const MOST_MARKS_AT_ONCE = 50;
const MARKS = /[*_`[\]<>#&\\~!|\n\t]|[-+] |\d[.)] /g;

/**
 * Whether a speech is rendered as full Markdown: asynchronously in the browser, or synchronously
 * on the server.
 */
export const hasMoreMarkup = (content: string, when: "in time" | "at once"): boolean => {
  const most = when === "at once" ? MOST_MARKS_AT_ONCE : MOST_MARKS;
  return (
    MORE_MARKUP.some((pattern) => pattern.test(content)) &&
    (content.match(MARKS)?.length ?? 0) <= most
  );
};
