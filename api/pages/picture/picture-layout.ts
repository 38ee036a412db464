import type { ReactElement, ReactNode } from "react";
import { AI_LABEL } from "#shared/domain/ai-label.ts";
import { COLORS, GLOW_COLORS, renderRobotSvg } from "#shared/domain/brand.ts";
import { PICTURE_SIZE_PX } from "#shared/domain/debates/sharing/debate-picture.ts";
import { wrapInQuotes } from "#shared/domain/debates/language/quotation-marks.ts";
import { type Role, SIDE_LABEL } from "#shared/domain/debates/side.ts";
import type { LanguageTag } from "#shared/domain/debates/language/language.ts";
import { bindPunctuation } from "#shared/domain/debates/language/no-break-spaces.ts";
import { getTextAttributes } from "#shared/domain/debates/language/text-attributes.ts";
import type { DebateCard } from "./debate-card.ts";
import { countCharacters, isRightToLeft } from "./drawable-text.ts";
import { bindWords } from "./bind-words.ts";
import { HEADING_FONT, listScriptFonts, TEXT_FONT } from "./fonts.ts";

/** Share pictures always have the dark theme, because their viewers have not chosen one. */
const CORNER_COLORS = { bot_a: COLORS.for.dark, bot_b: COLORS.against.dark };

const buildGlow = (side: string, color: string): string =>
  `radial-gradient(circle at ${side} 100%, ${color}, ${color}00 55%)`;

type BoxStyle = Record<string, string | number>;

/** A div for satori, which only supports flex layout. */
const createBox = (style: BoxStyle, ...children: ReactNode[]): ReactElement => ({
  type: "div",
  key: null,
  props: { style: { display: "flex", ...style }, children },
});

const createRobot = (side: Role): ReactElement => {
  const drawing = renderRobotSvg(side, CORNER_COLORS[side]);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="96" height="96">${drawing}</svg>`;
  const src = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
  return { type: "img", key: null, props: { src, width: 96, height: 96 } };
};

const getTopicStyle = (length: number): BoxStyle =>
  length <= 60
    ? { fontSize: 76, lineClamp: 3 }
    : length <= 130
      ? { fontSize: 54, lineClamp: 5 }
      : { fontSize: 40, lineClamp: 7 };

const getQuoteStyle = (length: number): BoxStyle =>
  length <= 90
    ? { fontSize: 56, lineClamp: 4 }
    : length <= 180
      ? { fontSize: 44, lineClamp: 5 }
      : { fontSize: 36, lineClamp: 7 };

/**
 * Disables kerning if a word has 18 or more characters. Such a word is broken across lines, and
 * with kerning its parts can extend beyond the margin.
 */
const getKerning = (topic: string): BoxStyle =>
  /\S{18}/.test(topic) ? { fontKerning: "none" } : {};

/** Draws one side of the debate. Next to a quote, the side that does not speak is dimmed. */
const createCorner = (side: Role, name: string, { quote }: DebateCard): ReactElement => {
  const isFor = side === "bot_a";
  const isSilent = quote !== undefined && quote.role !== null && quote.role !== side;
  const speakerBox = createBox(
    { flexDirection: "column", alignItems: isFor ? "flex-start" : "flex-end" },
    createBox({ color: CORNER_COLORS[side], fontSize: 26 }, SIDE_LABEL[side]),
    createBox({ fontFamily: HEADING_FONT, fontSize: 44 }, name),
  );
  return createBox(
    /* Both debaters get the same width, so that the VS between them is centered. */
    {
      flex: 1,
      alignItems: "center",
      gap: 22,
      flexDirection: isFor ? "row" : "row-reverse",
      opacity: isSilent ? 0.45 : 1,
    },
    createRobot(side),
    speakerBox,
  );
};

const isTextRightToLeft = (text: string, language: LanguageTag): boolean =>
  isRightToLeft(text) || getTextAttributes(language, text).dir === "rtl";

/** Letters that need taller lines: those of all scripts but Latin, Greek and Cyrillic. */
const TALL_LETTER = /[^\P{L}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;

/** The language of a card's texts, and the fonts to try before the heading font. */
interface TextLanguage {
  language: LanguageTag;
  ownFonts: readonly string[];
}

/**
 * Full-width marks whose empty half would leave a gap: closing marks before another mark, and
 * opening marks after another mark or at the start of the text.
 */
const CROWDED_MARK =
  /([、。，：；！？”’」』）》】〉](?=[、。，：；！？”’」』）》】〉“‘「『（《【〈…—])|(?<=^|[“‘「『（《【〈])[“‘「『（《【〈])/u;

/**
 * Removes the blank half of punctuation marks where two of them meet. Chinese and Japanese marks are
 * as wide as a letter, and half of that width is blank.
 */
const tightenMarks = (text: string): ReactNode[] =>
  text.split(CROWDED_MARK).map((part, index) =>
    index % 2 === 0
      ? part
      : {
          type: "span",
          key: null,
          props: { style: { fontFeatureSettings: "'halt' 1" }, children: part },
        },
  );

const createTextBox = (
  text: string,
  { language, ownFonts }: TextLanguage,
  style: BoxStyle,
): ReactElement =>
  createBox(
    {
      width: 1072,
      display: "block",
      fontFamily: [...ownFonts, ...listScriptFonts(text), HEADING_FONT].join(),
      ...getKerning(text),
      /* Satori measures right-to-left words with the kerning of the opposite direction. */
      ...(isTextRightToLeft(text, language) && { direction: "rtl", fontKerning: "none" }),
      ...(TALL_LETTER.test(text)
        ? { lineHeight: 1.3 }
        : { lineHeight: 1.14, letterSpacing: "-0.02em" }),
      wordBreak: "break-word",
      textWrap: "pretty",
      ...style,
    },
    ...(ownFonts.length > 0
      ? tightenMarks(bindWords(text, language))
      : [bindPunctuation(text, language)]),
  );

const createMainBox = (
  { topic, language, quote }: DebateCard,
  ownFonts: readonly string[],
): ReactElement => {
  const texts = { language, ownFonts };
  if (!quote?.text) return createTextBox(topic, texts, getTopicStyle(countCharacters(topic)));
  const color = quote.role === null ? COLORS.ink.dark : CORNER_COLORS[quote.role];
  return createBox(
    { flexDirection: "column", gap: 22 },
    createTextBox(topic, texts, { fontSize: 28, lineClamp: 1, color: COLORS.muted.dark }),
    createBox(
      isTextRightToLeft(quote.text, language)
        ? { borderRight: `6px solid ${color}`, paddingRight: 28 }
        : { borderLeft: `6px solid ${color}`, paddingLeft: 28 },
      createTextBox(wrapInQuotes(quote.text, language), texts, {
        ...getQuoteStyle(countCharacters(quote.text)),
        width: 1038,
      }),
    ),
  );
};

export const createPictureLayout = (
  card: DebateCard,
  ownFonts: readonly string[],
): ReactElement => {
  const { product, format, judge } = card;
  return createBox(
    {
      ...PICTURE_SIZE_PX,
      flexDirection: "column",
      justifyContent: "space-between",
      boxSizing: "border-box",
      padding: "52px 64px",
      backgroundColor: COLORS.canvas.dark,
      backgroundImage: [
        buildGlow("0%", GLOW_COLORS.for),
        buildGlow("100%", GLOW_COLORS.against),
      ].join(),
      color: COLORS.ink.dark,
      fontFamily: TEXT_FONT,
    },
    createBox(
      { justifyContent: "space-between", fontSize: 26, color: COLORS.muted.dark },
      createBox({ color: COLORS.ink.dark }, product),
      createBox({}, `${judge === null ? format : `${format}, judged by ${judge}`} · ${AI_LABEL}`),
    ),
    createMainBox(card, ownFonts),
    createBox(
      { justifyContent: "space-between", alignItems: "center" },
      createCorner("bot_a", card.for, card),
      createBox({ fontFamily: HEADING_FONT, fontSize: 34, color: COLORS.muted.dark }, "VS"),
      createCorner("bot_b", card.against, card),
    ),
  );
};
