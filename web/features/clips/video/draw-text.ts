/** The part of a 2D canvas context that text needs. */
export type TextContext = Pick<
  CanvasRenderingContext2D,
  "font" | "fillStyle" | "direction" | "textAlign" | "measureText" | "fillText"
>;

export interface CanvasBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

const LINE_HEIGHT = 1.28;

/** Decided by the first letter. */
const isRightToLeft = (text: string): boolean =>
  /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text);

const splitLongWord = (pen: TextContext, word: string, width: number): string[] => {
  if (pen.measureText(word).width <= width) return [word];
  const found: string[] = [];
  let piece = "";
  for (const letter of word) {
    if (piece !== "" && pen.measureText(piece + letter).width > width) {
      found.push(piece);
      piece = "";
    }
    piece += letter;
  }
  return [...found, piece];
};

const wrapLines = (pen: TextContext, text: string, width: number): string[][] => {
  const lines: string[][] = [];
  let line: string[] = [];
  for (const word of text.split(/\s+/).flatMap((each) => splitLongWord(pen, each, width))) {
    if (line.length > 0 && pen.measureText([...line, word].join(" ")).width > width) {
      lines.push(line);
      line = [];
    }
    line.push(word);
  }
  return line.length > 0 ? [...lines, line] : lines;
};

/** Cuts after `most` lines and ends with an ellipsis. */
const truncateLines = (lines: string[][], most: number): string[][] => {
  if (lines.length <= most) return lines;
  const last = lines[most - 1] ?? [];
  return [...lines.slice(0, most - 1), [...last.slice(0, -1), `${last.at(-1)}…`]];
};

interface FittedFont {
  /** CSS font with the placeholder `SIZE`. */
  font: string;
  largest: number;
  smallest: number;
}

interface TextColors {
  lit: string;
  /** For characters after `litCharacters`. */
  unlit: string;
}

/**
 * Draws a text into a box, vertically centred, at the largest size that fits. Text that does not
 * fit even at the smallest size is truncated.
 */
export const drawText = (
  pen: TextContext,
  text: string,
  box: CanvasBox,
  { font, largest, smallest }: FittedFont,
  { lit, unlit }: TextColors,
  litCharacters = Infinity,
): void => {
  let size = largest;
  const set = () => (pen.font = font.replace("SIZE", `${size}px`));
  const fits = () => wrapLines(pen, text, box.width).length * size * LINE_HEIGHT <= box.height;
  for (set(); size > smallest && !fits(); set()) size -= 2;
  const room = Math.max(1, Math.floor(box.height / (size * LINE_HEIGHT)));
  const lines = truncateLines(wrapLines(pen, text, box.width), room);
  const isFromRight = isRightToLeft(text);
  pen.direction = isFromRight ? "rtl" : "ltr";
  pen.textAlign = "start";
  const top = box.y + (box.height - lines.length * size * LINE_HEIGHT) / 2;
  let written = 0;
  for (const [n, words] of lines.entries()) {
    const y = top + n * size * LINE_HEIGHT + size;
    for (const [at, word] of words.entries()) {
      const before = words
        .slice(0, at)
        .map((each) => `${each} `)
        .join("");
      const along = pen.measureText(before).width;
      pen.fillStyle = written < litCharacters ? lit : unlit;
      pen.fillText(word, isFromRight ? box.x + box.width - along : box.x + along, y);
      written += word.length + 1;
    }
  }
};
