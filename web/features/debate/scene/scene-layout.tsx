import { PAGE_BAR_HEIGHT } from "#web/components/theme/global-css.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { WHEN_CLOSED } from "./transcript/transcript-store.ts";

/** Width of the open transcript beside the scene. */
const TRANSCRIPT_WIDTH = "35rem";

/** Scene and transcript, side by side on wide screens. */
export const ScenePage = styled("div", {
  base: {
    display: "grid",
    gridTemplateColumns: {
      base: "minmax(0, 1fr)",
      lg: `minmax(0, 1fr) ${TRANSCRIPT_WIDTH}`,
    },
    "& > [data-page-bar]": { gridColumn: "1 / -1" },
  },
});

/**
 * The scene fills the window. While the transcript is open, the scene is a column beside the
 * transcript on wide screens and hidden on narrow ones.
 */
export const SceneFrame = styled("section", {
  base: {
    containerType: "size",
    containerName: "scene",
    display: { base: "none", lg: "block" },
    position: "sticky",
    top: PAGE_BAR_HEIGHT,
    h: `calc(100dvh - ${PAGE_BAR_HEIGHT} - var(--dock, 4.5rem))`,
    overflow: "hidden",
    bg: "canvas",
    [WHEN_CLOSED]: {
      display: "block",
      position: "fixed",
      zIndex: "scene",
      insetX: 0,
      bottom: "var(--dock, 4.5rem)",
      h: "auto",
    },
  },
  variants: {
    /* At the end of the debate, the scene also takes the height of the row of controls, which
       is gone. */
    isOver: {
      true: {
        h: `calc(100dvh - ${PAGE_BAR_HEIGHT} - var(--dock, 0rem))`,
        [WHEN_CLOSED]: { bottom: "var(--dock, 0rem)" },
      },
    },
  },
});

/** A wide soft light. Only its opacity changes, so that nothing is repainted. */
export const Glow = styled("div", {
  base: {
    position: "absolute",
    inset: 0,
    opacity: 0.35,
    transition: "opacity 400ms ease-out",
    pointerEvents: "none",
    "&[data-lit]": { opacity: 1 },
  },
  variants: {
    side: {
      bot_a: {
        bgImage: "radial-gradient(70% 90% at 10% 60%, {colors.forTint}, transparent)",
      },
      bot_b: {
        bgImage: "radial-gradient(70% 90% at 90% 60%, {colors.againstTint}, transparent)",
      },
      judge: {
        opacity: 0,
        bgImage: "radial-gradient(60% 70% at 50% 0%, currentColor, transparent)",
        "&[data-lit]": { opacity: 0.18 },
      },
    },
  },
});

export const SceneGrid = styled("div", {
  base: {
    position: "relative",
    h: "100%",
    display: "grid",
    columnGap: "4cqw",
    px: "4cqw",
    py: "min(1.25rem, 3cqh)",
    textAlign: "center",
    "--figure": "min(10rem, 36cqw, 22cqh)",
    "--judge": "min(3.25rem, 9cqh)",
    "--judge-scale": "1.4",
    "--caption": "clamp(1.25rem, min(1rem + 3cqw, 5.5cqh), 2.375rem)",
    "--score": "min(4.5rem, 12cqh)",
    gridTemplateColumns: "minmax(0, 1fr) minmax(0, 1fr)",
    gridTemplateRows: "auto auto minmax(0, 1fr)",
    gridTemplateAreas: "'judge judge' 'for against' 'words words'",
    rowGap: "min(1rem, 2cqh)",
    "@container scene (min-width: 40rem)": {
      "--figure": "min(14rem, 20cqw, 42cqh)",
      "--judge": "min(5.75rem, 16cqh)",
      "--judge-scale": "1.6",
      "--caption": "clamp(1.25rem, min(0.5rem + 2.6cqw, 9cqh), 2.375rem)",
      "--score": "min(6.5rem, 18cqh)",
      gridTemplateColumns: "minmax(0, 1fr) minmax(0, 2.3fr) minmax(0, 1fr)",
      gridTemplateRows: "auto minmax(0, 1fr)",
      gridTemplateAreas: "'for judge against' 'for words against'",
    },
    /* In a low window the judge does not grow while it speaks, because it would cover the words. */
    "@container scene (max-height: 22rem)": { "--judge": "2.5rem", "--judge-scale": "1" },
    /*
     * On a phone with an open keyboard, the scene shows only the faces of the two debaters, beside
     * the words.
     */
    "@container scene (max-width: 40rem) and (max-height: 16rem)": {
      "--figure": "3rem",
      "--caption": "1.125rem",
      /* Leaves room for the label at the top. */
      pt: "7",
      gridTemplateColumns: "auto minmax(0, 1fr) auto",
      gridTemplateRows: "minmax(0, 1fr)",
      gridTemplateAreas: "'for words against'",
      "& > [data-figure=judge], & > [data-figure] > :not([data-face])": { display: "none" },
    },
  },
});

export const Words = styled("div", {
  base: {
    gridArea: "words",
    display: "grid",
    alignContent: "start",
    pt: "1cqh",
    minW: 0,
    minH: 0,
    /* Scrolls if a user has enlarged the space between words and lines. */
    overflowY: "auto",
    scrollbarWidth: "none",
    "@container scene (min-width: 40rem)": { alignContent: "safe center", pt: 0 },
  },
});

export const SceneLabel = styled("p", {
  base: { position: "absolute", insetInlineStart: "4", top: "2", fontSize: "13", color: "muted" },
});

/**
 * The transcript. While it is closed, only screen readers read it. It opens when one of its
 * controls gets the focus.
 */
export const Transcript = styled("div", {
  base: {
    minW: 0,
    [WHEN_CLOSED]: {
      position: "absolute",
      boxSize: "1px",
      overflow: "hidden",
      clipPath: "inset(50%)",
      /* Screen readers may skip text that has no width. */
      "& > *": { w: "40rem" },
    },
  },
});
