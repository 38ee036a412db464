import { column } from "#web/components/ui/page-column.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { floating } from "#web/components/theme/surfaces.ts";

/**
 * The room for a judge's note under a lectern, no more than a window has beside speeches that are
 * followed: the note is scrolled sooner than the lectern goes away under the bar.
 */
const noteRoom = (least: string, most: string): string =>
  `min(${most}, max(${least}, calc(100dvh - var(--dock, 7rem) - 6.5rem - var(--lectern))))`;

/** A lectern's face, with a score under it: smaller in a low window, where a note has to fit, too. */
const SCORED_FACE = "min(7rem, max(3.75rem, calc(100dvh - 43rem)))";

/** How wide what stands beside the speeches is, how far from them, and how high a judge's note. */
const CORNERS = {
  "--note": { base: "0rem", lg: noteRoom("16rem", "24rem"), xl: noteRoom("13rem", "20rem") },
  "--corner": { base: "0rem", lg: "11rem", xl: "14.5rem" },
  "--gap": { base: "0rem", lg: "1.75rem", xl: "2.5rem" },
} as const;

/** All that is under the bar. What floats at the bottom has its place under it. */
export const Stage = styled("div", {
  base: {
    ...column,
    ...CORNERS,
    display: "grid",
    alignContent: "start",
    gap: { base: "4", md: "6" },
    pt: { base: "3", md: "6" },
  },
  variants: {
    look: {
      reading: { gap: { base: "6", md: "10" }, pb: "8" },
      /* High enough that the bar can stand at the top of it. */
      stage: {
        maxW: "stage",
        minH: "calc(100dvh - 3.5rem)",
        /* A text that grows pushes nothing that is seen. */
        pb: "calc(var(--dock, 7rem) + 7rem)",
      },
    },
    /* A lectern without a score is lower. */
    isScored: {
      true: { "--face": SCORED_FACE, "--lectern": "calc(var(--face) + 11.75rem)" },
      false: { "--face": "7rem", "--lectern": "13.25rem", "--note": "0rem" },
    },
    /* With the whole motion above it, it has to end before what floats. */
    isBefore: { true: { "--face": "7rem", "--lectern": "13.25rem" } },
    /* Nothing floats there any more. */
    isOver: { true: { pb: "8" } },
  },
});

/** What the page ends with: on a stage between the lecterns, too. */
export const Ending = styled("div", {
  base: {},
  variants: {
    look: { reading: {}, stage: { mx: { lg: "calc(var(--corner) + var(--gap))" } } },
  },
});

/** Beside the speeches: what holds for all of them. */
export const Remarks = styled("div", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "flex-end",
    gap: "2",
    _empty: { display: "none" },
    "& > div:first-child": { flex: "1", minW: "min(100%, 16rem)" },
  },
  variants: {
    look: {
      /* In line with what ends above it. */
      reading: { mt: { md: "-6" }, mb: { base: "-4", md: "-6" } },
      stage: {
        px: { lg: "calc(var(--corner) + var(--gap))" },
        /* On a phone the words come first: each turn has its own. */
        "& > button": { hideBelow: "md" },
        "& > div:first-child": {
          p: "0",
          borderWidth: 0,
          bg: "transparent",
          fontSize: "13",
        },
      },
    },
  },
});

/** The speeches lie over the columns that the lecterns stand in. */
export const Lecterns = styled("div", {
  base: {
    display: "grid",
    gridTemplateColumns: {
      base: "minmax(0, 1fr)",
      lg: "var(--corner) minmax(0, 1fr) var(--corner)",
    },
  },
});

export const Speeches = styled("section", {
  base: {
    display: "grid",
    alignContent: "start",
    gap: { base: "8", md: "10" },
    gridColumn: "1 / -1",
    gridRow: "1",
    minW: 0,
  },
  variants: {
    look: {
      reading: {},
      stage: {
        /* What is no turn stands between the lecterns, too. */
        "& > :not(ol)": { mx: { lg: "calc(var(--corner) + var(--gap))" } },
        minH: { lg: "calc(var(--lectern) + 1rem)" },
      },
    },
  },
});

/* Without the gap before it: what comes next has its own. */
export const End = styled("div", {
  base: {
    h: "1px",
    mt: { base: "-8", md: "-10" },
    scrollMarginBottom: "calc(var(--dock, 7rem) + 1.5rem)",
  },
});

/** What comes when all is said. */
export const After = styled("div", {
  base: { display: "grid", gap: "4", alignItems: "start" },
  variants: {
    look: {
      reading: {
        gridTemplateColumns: { base: "minmax(0, 1fr)", lg: "minmax(0, 1.6fr) minmax(0, 1fr)" },
      },
      stage: {},
    },
  },
});

/** What floats: fixed to the window, so that it stands still while a text grows under it. */
export const Bottom = styled("div", {
  base: {
    position: "fixed",
    zIndex: "dock",
    insetX: 0,
    bottom: 0,
    display: { base: "grid", md: "flex" },
    alignItems: "end",
    gap: { base: 0, lg: "3" },
    /* A tablet has room for both beside each other, but not for the player as well. */
    "&:has([data-player], [data-radio])": { display: { base: "grid", lg: "flex" } },
    maxW: "stage",
    mx: "auto",
    px: { base: 0, lg: "6" },
    pb: { base: "env(safe-area-inset-bottom)", lg: "3" },
    bg: { base: "raised", lg: "transparent" },
    borderTopWidth: { base: "1px", lg: "0" },
    borderColor: "line",
    pointerEvents: "none",
    "& > *": { pointerEvents: "auto" },
    "&:not(:has(> [data-deck]:not(:empty)))": { bg: "transparent", borderTopWidth: 0 },
    "& :is(a, button, input, select)": { scrollMarginBlock: "-100vh" },
  },
});

/** Above it, without taking place. */
export const Over = styled("div", {
  base: {
    position: "absolute",
    insetX: 0,
    bottom: "100%",
    mb: "3",
    display: "grid",
    justifyItems: "center",
    gap: "2",
    "&&": { pointerEvents: "none" },
    "& > *": { pointerEvents: "auto" },
  },
});

/** The player and the controls as one thing; the momentum beside them, or above on a phone. */
export const Deck = styled("div", {
  base: {
    ...floating,
    borderRadius: { base: 0, lg: "card" },
    borderWidth: { base: 0, lg: "1px" },
    boxShadow: { base: "none", lg: "float" },
    _empty: { display: "none" },
    "& > * + *": { borderTopWidth: "1px", borderColor: "line" },
  },
  variants: {
    part: {
      momentum: {
        flex: "1",
        minW: 0,
        px: { base: "4", lg: "5" },
        py: { base: "1.5", lg: "2" },
        /* A phone has no room for both. */
        "[data-dock]:has([data-player]) > &": { hideBelow: "md" },
      },
      controls: { minW: 0 },
    },
  },
});
