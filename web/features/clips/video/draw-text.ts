import type { LanguageTag } from "#shared/domain/debates/language/language.ts";
import { bindPunctuation } from "#shared/domain/debates/language/no-break-spaces.ts";
import { segment, splitAtWords } from "#shared/domain/debates/language/split-at-words.ts";
import { addEllipsis } from "#shared/domain/text/sentence-excerpts.ts";
import { getTextAttributes } from "#shared/domain/debates/language/text-attributes.ts";

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

/**
 * Fonts of Apple, Microsoft and Google. Chinese characters look different in each language, so each
 * language needs its own fonts.
 */
const HAN_FONTS: readonly (readonly [language: RegExp, fonts: string])[] = [
  [/^zh-(Hant|TW|HK|MO)\b/, "'PingFang TC', 'Microsoft JhengHei', 'Noto Sans CJK TC'"],
  [/^zh\b/, "'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC'"],
  [/^ja\b/, "'Hiragino Sans', 'Yu Gothic', 'Noto Sans CJK JP'"],
  [/^ko\b/, "'Apple SD Gothic Neo', 'Malgun Gothic', 'Noto Sans CJK KR'"],
];

/**
 * Adds fonts that draw Chinese characters as the language writes them, because older browsers
 * cannot set the language of such a canvas. These fonts come first, so that marks such as “ and …
 * are as wide as the characters.
 */
const addHanFonts = (font: string, language: LanguageTag): string => {
  const [, fonts] = HAN_FONTS.find(([tag]) => tag.test(language)) ?? [];
  return fonts === undefined ? font : font.replace("SIZE", `SIZE ${fonts},`);
};

const STARTS_FROM_RIGHT = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const FROM_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const FROM_LEFT = /(?![\p{Script=Arabic}\p{Script=Hebrew}])\p{L}/u;
/** Whether a text of a debate in this language is drawn from right to left. */
export const isRightToLeft = (text: string, language: LanguageTag): boolean =>
  getTextAttributes(language, text).dir === "rtl" || STARTS_FROM_RIGHT.test(text);

/** White space at which a line may end. No-break spaces are left out. */
const BREAKING_SPACE = /[^\S\u00a0\u202f]+/;
/** Letters of scripts that have no spaces between words. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const splitLongWord = ({ context, language, width }: TextLayout, word: string): string[] => {
  if (context.measureText(word).width <= width) return [word];
  const pieces: string[] = [];
  let piece = "";
  for (const letter of segment(word, language, "grapheme")) {
    if (piece !== "" && context.measureText(piece + letter).width > width) {
      pieces.push(piece);
      piece = "";
    }
    piece += letter;
  }
  return [...pieces, piece];
};

interface TextLayout {
  context: TextContext;
  language: LanguageTag;
  /** Width of a line in pixels. */
  width: number;
}

/**
 * Longer texts may also break inside Japanese phrases. Their lines would otherwise be too uneven.
 */
const MAX_CHARACTERS_WITH_PHRASES = 60;

/** Splits a text into pieces between which a line may end. The last piece of a word ends in a space. */
const splitPieces = (layout: TextLayout, text: string): string[] =>
  text.split(BREAKING_SPACE).flatMap((word) => {
    const hasPhrases = text.length <= MAX_CHARACTERS_WITH_PHRASES;
    const parts = WITHOUT_SPACES.test(word)
      ? splitAtWords(word, layout.language, hasPhrases)
      : [word];
    const pieces = parts.flatMap((part) => splitLongWord(layout, part));
    return pieces.slice(0, -1).concat(`${pieces.at(-1)} `);
  });

const measureLine = ({ context }: TextLayout, line: readonly string[]): number =>
  context.measureText(line.join("").trimEnd()).width;

const wrapPieces = (layout: TextLayout, pieces: readonly string[], width: number): string[][] => {
  const lines: string[][] = [];
  let line: string[] = [];
  for (const piece of pieces) {
    if (line.length > 0 && measureLine(layout, [...line, piece]) > width) {
      lines.push(line);
      line = [];
    }
    line.push(piece);
  }
  return line.length > 0 ? [...lines, line] : lines;
};

/**
 * `wrapLines` tries these narrower widths if the last line would be too short. They are fractions of
 * the full width.
 */
const NARROWER = [0.96, 0.92, 0.88, 0.8, 0.7, 0.6];
const MIN_LAST_LINE = 1 / 3;

/** Moves the last word of the line before the last one to the last line, if it fits there. */
const moveWordToLastLine = (layout: TextLayout, lines: string[][]): string[][] => {
  const [before = [], last = []] = lines.slice(-2);
  const moved = [...before.slice(-1), ...last];
  return before.length > 1 && measureLine(layout, moved) <= layout.width
    ? [...lines.slice(0, -2), before.slice(0, -1), moved]
    : lines;
};

/**
 * Splits a text into lines. To avoid a very short last line, it makes all lines narrower or moves
 * one more word to the last line.
 */
const wrapLines = (layout: TextLayout, text: string): string[][] => {
  const pieces = splitPieces(layout, text);
  const lines = wrapPieces(layout, pieces, layout.width);
  const isUneven = (tried: string[][]) =>
    tried.length > 1 && measureLine(layout, tried.at(-1) ?? []) < layout.width * MIN_LAST_LINE;
  if (!isUneven(lines)) return lines;
  const narrower = NARROWER.map((share) => wrapPieces(layout, pieces, layout.width * share));
  return (
    narrower.find((tried) => tried.length === lines.length && !isUneven(tried)) ??
    moveWordToLastLine(layout, lines)
  );
};

const CLOSING_MARKS = /[\u00a0\u202f]?[\p{Pf}“"」』]+$/u;

/** Keeps `maxLines` lines, the last one with an ellipsis and the text's closing quotation mark. */
const truncateLines = (layout: TextLayout, lines: string[][], maxLines: number): string[][] => {
  if (lines.length <= maxLines) return lines;
  const end = `…${CLOSING_MARKS.exec(lines.at(-1)?.join("").trimEnd() ?? "")?.[0] ?? ""}`;
  const last = [...(lines[maxLines - 1] ?? [])];
  while (last.length > 1 && measureLine(layout, [...last, end]) > layout.width) last.pop();
  return [
    ...lines.slice(0, maxLines - 1),
    [...last.slice(0, -1), `${addEllipsis(last.at(-1) ?? "")}${end.slice(1)}`],
  ];
};

/**
 * Joins the pieces of a line that has words of both directions. The browser then orders the words.
 * Drawn one by one from the right, a name of two Latin words would be reversed.
 */
const joinMixedDirections = (line: string[]): string[] => {
  const text = line.join("");
  return FROM_RIGHT.test(text) && FROM_LEFT.test(text) ? [text] : line;
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
 * Draws a text into a box, vertically centred, at the largest size that fits. `language` is the
 * debate's language. Text that does not fit even at the smallest size is truncated.
 */
export const drawText = (
  context: TextContext,
  { text: storedText, language }: { text: string; language: LanguageTag },
  box: CanvasBox,
  { font, maxSize, minSize }: FittedFont,
  { spokenColor, unspokenColor }: TextColors,
  spokenCharacters = Infinity,
): void => {
  const text = bindPunctuation(storedText, language);
  const layout = { context, language, width: box.width };
  let size = maxSize;
  const sizedFont = addHanFonts(font, language);
  const applySize = () => (context.font = sizedFont.replace("SIZE", `${size}px`));
  const countLines = () => wrapPieces(layout, splitPieces(layout, text), layout.width).length;
  const fits = () => countLines() * size * LINE_HEIGHT <= box.height;
  for (applySize(); size > minSize && !fits(); applySize()) size -= 2;
  const maxLines = Math.max(1, Math.floor(box.height / (size * LINE_HEIGHT)));
  const lines = truncateLines(layout, wrapLines(layout, text), maxLines).map(joinMixedDirections);
  const isFromRight = isRightToLeft(text, language);
  context.direction = isFromRight ? "rtl" : "ltr";
  context.textAlign = "start";
  const top = box.y + (box.height - lines.length * size * LINE_HEIGHT) / 2;
  let drawnCharacters = 0;
  for (const [lineIndex, pieces] of lines.entries()) {
    const y = top + lineIndex * size * LINE_HEIGHT + size;
    for (const [index, piece] of pieces.entries()) {
      const offsetPx = context.measureText(pieces.slice(0, index).join("")).width;
      context.fillStyle = drawnCharacters < spokenCharacters ? spokenColor : unspokenColor;
      const x = isFromRight ? box.x + box.width - offsetPx : box.x + offsetPx;
      context.fillText(piece.trimEnd(), x, y);
      drawnCharacters += piece.length;
    }
  }
};
