import type { ReactElement, ReactNode } from "react";
import type { DebateCard } from "./debate-card.ts";
import { isRightToLeft } from "./drawable-text.ts";
import { HEADING_FONT, TEXT_FONT } from "./fonts.ts";

/** As social networks like it. */
export const PICTURE = { width: 1200, height: 630 };

const FOR = "#5b8cff";
const AGAINST = "#ff6b6b";
const INK = "#eceef4";
const MUTED = "#9aa3b8";

type Style = Record<string, string | number>;

/** An element as satori reads it, which knows no other layout than flex. */
const box = (style: Style, ...children: ReactNode[]): ReactElement => ({
  type: "div",
  key: null,
  props: { style: { display: "flex", ...style }, children },
});

const face = (color: string, features: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="96" height="96" fill="none" stroke="${color}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="M16 9V5.6M1.8 15.4v5M30.2 15.4v5"/><circle cx="16" cy="4" r="1.6" fill="${color}" stroke="none"/><rect x="5" y="9" width="22" height="17.5" rx="5.6"/><g fill="${color}" stroke="none"><circle cx="11.5" cy="16.7" r="1.75"/><circle cx="20.5" cy="16.7" r="1.75"/></g><path d="${features}"/></svg>`;

const FACES = {
  for: face(FOR, "M11.5 21.2c2.6 2.3 6.4 2.3 9 0"),
  against: face(AGAINST, "M11.5 22.8c2.6-2.3 6.4-2.3 9 0M9.4 12.9l4 1.5M22.6 12.9l-4 1.5"),
};

const robot = (side: keyof typeof FACES): ReactElement => {
  const src = `data:image/svg+xml;base64,${Buffer.from(FACES[side]).toString("base64")}`;
  return { type: "img", key: null, props: { src, width: 96, height: 96 } };
};

/** The larger a motion is written, the fewer lines of it fit. */
const topicType = ({ length }: string): Style =>
  length <= 60
    ? { fontSize: 76, lineClamp: 3 }
    : length <= 130
      ? { fontSize: 54, lineClamp: 5 }
      : { fontSize: 40, lineClamp: 7 };

/**
 * A word that may not fit into a line is broken where its letters, each by itself, fill it: kerned
 * apart, as a row of x is, they would stand beyond the margin.
 */
const kerning = (topic: string): Style => (/\S{18}/.test(topic) ? { fontKerning: "none" } : {});

const corner = (side: keyof typeof FACES, name: string): ReactElement => {
  const isFor = side === "for";
  const who = box(
    { flexDirection: "column", alignItems: isFor ? "flex-start" : "flex-end" },
    box({ color: isFor ? FOR : AGAINST, fontSize: 26 }, isFor ? "For" : "Against"),
    box({ fontFamily: HEADING_FONT, fontSize: 44 }, name),
  );
  return box(
    /* Both of one width, so that VS stands in the middle. */
    { flex: 1, alignItems: "center", gap: 22, flexDirection: isFor ? "row" : "row-reverse" },
    robot(side),
    who,
  );
};

/** The picture of a debate: its motion, large, over both corners. */
export const layout = ({ topic, product, format, judge, ...names }: DebateCard): ReactElement =>
  box(
    {
      ...PICTURE,
      flexDirection: "column",
      justifyContent: "space-between",
      boxSizing: "border-box",
      padding: "52px 64px",
      backgroundColor: "#0b0d13",
      backgroundImage:
        "radial-gradient(circle at 0% 100%, #1d3268, rgba(29, 50, 104, 0) 55%), radial-gradient(circle at 100% 100%, #5c2029, rgba(92, 32, 41, 0) 55%)",
      color: INK,
      fontFamily: TEXT_FONT,
    },
    box(
      { justifyContent: "space-between", fontSize: 26, color: MUTED },
      box({ color: INK }, product),
      box({}, judge === null ? format : `${format}, judged by ${judge}`),
    ),
    box(
      {
        width: 1072,
        display: "block",
        fontFamily: HEADING_FONT,
        ...topicType(topic),
        ...kerning(topic),
        ...(isRightToLeft(topic) ? { direction: "rtl" } : { letterSpacing: "-0.02em" }),
        lineHeight: 1.14,
        wordBreak: "break-word",
      },
      topic,
    ),
    box(
      { justifyContent: "space-between", alignItems: "center" },
      corner("for", names.for),
      box({ fontFamily: HEADING_FONT, fontSize: 34, color: MUTED }, "VS"),
      corner("against", names.against),
    ),
  );
