import { defineGlobalStyles } from "@chakra-ui/react/styled-system";

/** Windows in which a running debate's bar shows the topic in two lines. */
export const TWO_LINE_TOPIC = "@media (max-width: 40rem) and (min-height: 30rem)";

/** The height of the bar at the top of a debate's page. */
export const PAGE_BAR_HEIGHT = "var(--page-bar, 3.5rem)";

/**
 * Line height of large text. `debate-text.css` sets a higher minimum for scripts that need more.
 */
export const setLineHeight = (factor: number) => `max(${factor}, var(--min-line-height, 0))`;

export const globalCss = defineGlobalStyles({
  html: {
    bg: "canvas",
    color: "ink",
    scrollPaddingTop: "5rem",
    scrollPaddingBottom: "calc(var(--dock, 5rem) + 2rem)",
    "--global-font-body": "fonts.text",
    "--global-font-mono": "fonts.code",
  },
  /* The bar of a running debate is taller on phones, see `stage-bar.tsx`. */
  "body:has([data-page-bar=tall])": { [TWO_LINE_TOPIC]: { "--page-bar": "4.5rem" } },
  body: { minHeight: "100dvh", fontSize: "16", lineHeight: 1.55 },
  "h1, h2, h3": {
    fontFamily: "display",
    fontWeight: 650,
    lineHeight: setLineHeight(1.15),
    letterSpacing: "-0.015em",
    textWrap: "balance",
  },
  ":focus-visible": { outline: "2px solid", outlineColor: "focus", outlineOffset: "2px" },
  "::selection": { bg: "ink", color: "canvas" },
  /*
   * The sentence being spoken. The rule applies only to the spoken turn, because a rule for the
   * whole page would double the time for computing styles.
   */
  "[data-heard]::highlight(spoken), [data-heard] *::highlight(spoken)": {
    bg: "ink.16",
    textDecoration: "underline 2px {colors.ink}",
  },
  /* Highlights the clip in the URL. */
  "[data-moment]::highlight(moment), [data-moment] *::highlight(moment)": { bg: "quoteLit" },
  "[data-spoken]": { bg: "ink.10" },
  "[data-heard='']": { cursor: "pointer" },
  "*, *::before, *::after": {
    _motionReduce: {
      animationDuration: "0.01ms !important",
      animationIterationCount: "1 !important",
      transitionDuration: "0.01ms !important",
      scrollBehavior: "auto !important",
    },
  },
});
