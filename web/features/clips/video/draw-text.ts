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

/** Whether the text's first letter is Arabic or Hebrew. */
const isRightToLeft = (text: string): boolean =>
  /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text);

const splitLongWord = (context: TextContext, word: string, width: number): string[] => {
  if (context.measureText(word).width <= width) return [word];
  const pieces: string[] = [];
  let piece = "";
  for (const letter of word) {
    if (piece !== "" && context.measureText(piece + letter).width > width) {
      pieces.push(piece);
      piece = "";
    }
    piece += letter;
  }
  return [...pieces, piece];
};

const wrapLines = (context: TextContext, text: string, width: number): string[][] => {
  const lines: string[][] = [];
  let line: string[] = [];
  for (const word of text.split(/\s+/).flatMap((each) => splitLongWord(context, each, width))) {
    if (line.length > 0 && context.measureText([...line, word].join(" ")).width > width) {
      lines.push(line);
      line = [];
    }
    line.push(word);
  }
  return line.length > 0 ? [...lines, line] : lines;
};

/** Keeps `maxLines` lines, the last one with an ellipsis. */
const truncateLines = (lines: string[][], maxLines: number): string[][] => {
  if (lines.length <= maxLines) return lines;
  const last = lines[maxLines - 1] ?? [];
  return [...lines.slice(0, maxLines - 1), [...last.slice(0, -1), `${last.at(-1)}…`]];
};

interface FittedFont {
  /** CSS font with the placeholder `SIZE`. */
  font: string;
  maxSize: number;
  minSize: number;
}

interface TextColors {
  spokenColor: string;
  /** Colour of the characters from index `spokenCharacters` on. */
  unspokenColor: string;
}

/**
 * Draws a text into a box, vertically centred, at the largest size that fits. Text that does not
 * fit even at the smallest size is truncated.
 */
export const drawText = (
  context: TextContext,
  text: string,
  box: CanvasBox,
  { font, maxSize, minSize }: FittedFont,
  { spokenColor, unspokenColor }: TextColors,
  spokenCharacters = Infinity,
): void => {
  let size = maxSize;
  const applySize = () => (context.font = font.replace("SIZE", `${size}px`));
  const fits = () => wrapLines(context, text, box.width).length * size * LINE_HEIGHT <= box.height;
  for (applySize(); size > minSize && !fits(); applySize()) size -= 2;
  const maxLines = Math.max(1, Math.floor(box.height / (size * LINE_HEIGHT)));
  const lines = truncateLines(wrapLines(context, text, box.width), maxLines);
  const isFromRight = isRightToLeft(text);
  context.direction = isFromRight ? "rtl" : "ltr";
  context.textAlign = "start";
  const top = box.y + (box.height - lines.length * size * LINE_HEIGHT) / 2;
  let drawnCharacters = 0;
  for (const [lineIndex, words] of lines.entries()) {
    const y = top + lineIndex * size * LINE_HEIGHT + size;
    for (const [wordIndex, word] of words.entries()) {
      const textBefore = words
        .slice(0, wordIndex)
        .map((each) => `${each} `)
        .join("");
      const offsetPx = context.measureText(textBefore).width;
      context.fillStyle = drawnCharacters < spokenCharacters ? spokenColor : unspokenColor;
      context.fillText(word, isFromRight ? box.x + box.width - offsetPx : box.x + offsetPx, y);
      drawnCharacters += word.length + 1;
    }
  }
};
