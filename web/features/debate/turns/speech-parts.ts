import { BLANK_LINES, BLOCK_MARK, CODE_FENCE, every, LINK } from "#shared/domain/markdown.ts";

/** A stretch of text and where it begins in the whole. */
export interface Part {
  text: string;
  start: number;
}

/** The paragraphs of a speech. */
export const paragraphs = (content: string): Part[] => {
  const parts: Part[] = [];
  let start = 0;
  for (const gap of [...content.matchAll(every(BLANK_LINES)), undefined]) {
    const text = content.slice(start, gap?.index);
    if (text.trim() !== "") parts.push({ text, start });
    start = gap ? gap.index + gap[0].length : content.length;
  }
  return parts;
};

export interface Run extends Part {
  emphasis: "none" | "em" | "strong";
}

const EMPHASIS = /(\*\*|__|\*|_)(?=\S)(.+?)(?<=\S)\1/gs;

/** A paragraph's runs of plain and emphasised text, without the marks that say so. */
export const runs = ({ text, start }: Part): Run[] => {
  const found: Run[] = [];
  let at = 0;
  const plainUpTo = (end: number) => {
    if (end > at) found.push({ text: text.slice(at, end), start: start + at, emphasis: "none" });
  };
  for (const { index, 0: whole, 1: mark = "", 2: inner = "" } of text.matchAll(EMPHASIS)) {
    plainUpTo(index);
    const emphasis = mark.length === 2 ? "strong" : "em";
    found.push({ text: inner, start: start + index + mark.length, emphasis });
    at = index + whole.length;
  }
  plainUpTo(text.length);
  return found;
};

const CODE = /`[^`]+`/;

/** Headings, lists, quotations, code, links: what a speech seldom has. */
export const hasMoreMarkup = (content: string): boolean =>
  [BLOCK_MARK, CODE_FENCE, LINK, CODE].some((pattern) => pattern.test(content));
