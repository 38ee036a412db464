import type { ReactElement, ReactNode } from "react";
import { COLORS, GLOW, robotDrawing } from "#shared/domain/brand.ts";
import { PICTURE } from "#shared/domain/debate-picture.ts";
import { quoted } from "#shared/domain/moment.ts";
import { type Role, SIDE_LABEL } from "#shared/domain/side.ts";
import type { DebateCard } from "./debate-card.ts";
import { isRightToLeft } from "./drawable-text.ts";
import { HEADING_FONT, TEXT_FONT } from "./fonts.ts";

/* Always the dark theme, because viewers of a share picture have not chosen one. */
const COLOR = { bot_a: COLORS.for.dark, bot_b: COLORS.against.dark };

const glow = (side: string, color: string): string =>
  `radial-gradient(circle at ${side} 100%, ${color}, ${color}00 55%)`;

type Style = Record<string, string | number>;

/** A div for satori, which only supports flex layout. */
const box = (style: Style, ...children: ReactNode[]): ReactElement => ({
  type: "div",
  key: null,
  props: { style: { display: "flex", ...style }, children },
});

const robot = (side: Role): ReactElement => {
  const drawing = robotDrawing(side, COLOR[side]);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="96" height="96">${drawing}</svg>`;
  const src = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
  return { type: "img", key: null, props: { src, width: 96, height: 96 } };
};

const topicType = ({ length }: string): Style =>
  length <= 60
    ? { fontSize: 76, lineClamp: 3 }
    : length <= 130
      ? { fontSize: 54, lineClamp: 5 }
      : { fontSize: 40, lineClamp: 7 };

const quoteType = ({ length }: string): Style =>
  length <= 90
    ? { fontSize: 56, lineClamp: 4 }
    : length <= 180
      ? { fontSize: 44, lineClamp: 5 }
      : { fontSize: 36, lineClamp: 7 };

/**
 * Disables kerning for texts with long words. Otherwise a broken word of narrow pairs can extend
 * beyond the margin.
 */
const kerning = (topic: string): Style => (/\S{18}/.test(topic) ? { fontKerning: "none" } : {});

/** In a quote, the corner that does not speak is dimmed. */
const corner = (side: Role, name: string, { quote }: DebateCard): ReactElement => {
  const isFor = side === "bot_a";
  const isSilent = quote !== undefined && quote.role !== null && quote.role !== side;
  const who = box(
    { flexDirection: "column", alignItems: isFor ? "flex-start" : "flex-end" },
    box({ color: COLOR[side], fontSize: 26 }, SIDE_LABEL[side]),
    box({ fontFamily: HEADING_FONT, fontSize: 44 }, name),
  );
  return box(
    /* Both have the same width, so that VS is centered. */
    {
      flex: 1,
      alignItems: "center",
      gap: 22,
      flexDirection: isFor ? "row" : "row-reverse",
      opacity: isSilent ? 0.45 : 1,
    },
    robot(side),
    who,
  );
};

const written = (text: string, style: Style): ReactElement =>
  box(
    {
      width: 1072,
      display: "block",
      fontFamily: HEADING_FONT,
      ...kerning(text),
      ...(isRightToLeft(text) ? { direction: "rtl" } : { letterSpacing: "-0.02em" }),
      lineHeight: 1.14,
      wordBreak: "break-word",
      ...style,
    },
    text,
  );

const main = ({ topic, quote }: DebateCard): ReactElement => {
  if (!quote?.words) return written(topic, topicType(topic));
  const color = quote.role === null ? COLORS.ink.dark : COLOR[quote.role];
  return box(
    { flexDirection: "column", gap: 22 },
    written(topic, { fontSize: 28, lineClamp: 1, color: COLORS.muted.dark }),
    box(
      { borderLeft: `6px solid ${color}`, paddingLeft: 28 },
      written(quoted(quote.words), { ...quoteType(quote.words), width: 1038 }),
    ),
  );
};

export const layout = (card: DebateCard): ReactElement => {
  const { product, format, judge } = card;
  return box(
    {
      ...PICTURE,
      flexDirection: "column",
      justifyContent: "space-between",
      boxSizing: "border-box",
      padding: "52px 64px",
      backgroundColor: COLORS.canvas.dark,
      backgroundImage: [glow("0%", GLOW.for), glow("100%", GLOW.against)].join(),
      color: COLORS.ink.dark,
      fontFamily: TEXT_FONT,
    },
    box(
      { justifyContent: "space-between", fontSize: 26, color: COLORS.muted.dark },
      box({ color: COLORS.ink.dark }, product),
      box({}, judge === null ? format : `${format}, judged by ${judge}`),
    ),
    main(card),
    box(
      { justifyContent: "space-between", alignItems: "center" },
      corner("bot_a", card.for, card),
      box({ fontFamily: HEADING_FONT, fontSize: 34, color: COLORS.muted.dark }, "VS"),
      corner("bot_b", card.against, card),
    ),
  );
};
