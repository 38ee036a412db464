import { beginningLine, BLOCK_MARK, CODE_FENCE, LINK } from "#shared/domain/markdown.ts";

/** A stretch of text and where it begins in the whole. */
export interface Part {
  text: string;
  start: number;
}

const BLANK_LINES = /\n\s*\n/g;

/** The paragraphs of a speech. */
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

/** Where `mark` closes, after a word, what it opened before `from`; -1 where it never does. */
const closing = (text: string, mark: string, from: number): number => {
  let at = text.indexOf(mark, from + 1);
  while (at !== -1 && isSpace(text.charAt(at - 1))) at = text.indexOf(mark, at + 1);
  return at;
};

/** Finds emphasised text. What closes nothing once does so never: no text takes more than its length. */
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

/** A paragraph's runs of plain and emphasised text, without the marks that say so. */
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

/** Headings, lists, quotations, code, links: what a speech seldom has. */
const MORE_MARKUP = [beginningLine(BLOCK_MARK), beginningLine(CODE_FENCE), LINK, /`[^`]+`/];

/** More of these are no speech any more, and would take a Markdown reader seconds. */
const MOST_MARKS = 300;
/** So many are read in less than 5 ms, whatever they are, which is what a server has for a speech. */
const MOST_MARKS_AT_ONCE = 50;
const MARKS = /[*_`[\]<>#&\\~!|\n\t]|[-+] |\d[.)] /g;

/** Whether a speech is read as Markdown: by a page in its own time, or at once, by a server. */
export const hasMoreMarkup = (content: string, when: "in time" | "at once"): boolean => {
  const most = when === "at once" ? MOST_MARKS_AT_ONCE : MOST_MARKS;
  return (
    MORE_MARKUP.some((pattern) => pattern.test(content)) &&
    (content.match(MARKS)?.length ?? 0) <= most
  );
};
