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

/** Headings, lists, quotations, code, links: what a speech seldom has. */
const MORE_MARKUP = /^ {0,3}(?:#{1,6} |[-*+] |\d+[.)] |> |```)|`[^`]+`|\[[^\]]+\]\(/m;

export const hasMoreMarkup = (content: string): boolean => MORE_MARKUP.test(content);
