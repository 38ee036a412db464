import { pageColumnStyle } from "#web/components/ui/page/page-column.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { floatingSurface } from "#web/components/theme/surfaces.ts";

/**
 * Height for the judge's note below a lectern, limited by the window's height. A longer note
 * scrolls instead of pushing its lectern under the stage bar.
 */
const noteHeight = (min: string, max: string): string =>
  `min(${max}, max(${min}, calc(100dvh - var(--dock, 7rem) - 6.5rem - var(--lectern))))`;

/** Size of the face in a lectern with a score. Low windows need the room for the judge's note. */
const SCORED_FACE_SIZE = "min(7rem, max(3.75rem, calc(100dvh - 43rem)))";

/** Width of the columns beside the speeches, the gap to them, and the height of a judge's note. */
const SIDE_COLUMN_VARIABLES = {
  "--note": { base: "0rem", lg: noteHeight("16rem", "24rem"), xl: noteHeight("13rem", "20rem") },
  "--corner": { base: "0rem", lg: "11rem", xl: "14.5rem" },
  "--gap": { base: "0rem", lg: "1.75rem", xl: "2.5rem" },
} as const;

/** The page below the stage bar, with room for the bottom bar. */
export const DebateStage = styled("div", {
  base: {
    ...pageColumnStyle,
    ...SIDE_COLUMN_VARIABLES,
    display: "grid",
    alignContent: "start",
    gap: { base: "4", md: "6" },
    pt: { base: "3", md: "6" },
  },
  variants: {
    variant: {
      reading: { gap: { base: "6", md: "10" }, pb: "8" },
      /* Tall enough to scroll until the stage bar is at the top of the window. */
      stage: {
        maxW: "stage",
        minH: "calc(100dvh - 3.5rem)",
        /* Room at the bottom, so that growing text does not move visible content. */
        pb: "calc(var(--dock, 7rem) + 7rem)",
      },
    },
    /* Lecterns without a score are shorter. */
    isScored: {
      true: { "--face": SCORED_FACE_SIZE, "--lectern": "calc(var(--face) + 11.75rem)" },
      false: { "--face": "7rem", "--lectern": "13.25rem", "--note": "0rem" },
    },
    /* Before the first turn the motion is large, so the lecterns are shorter to end above the
       bottom bar. */
    isBefore: { true: { "--face": "7rem", "--lectern": "13.25rem" } },
    /* A finished debate has no controls in the bottom bar, so it needs less room. */
    isOver: { true: { pb: "8" } },
  },
});

/** The end of the page; on a stage between the lecterns. */
export const DebateEnding = styled("div", {
  base: {},
  variants: {
    variant: { reading: {}, stage: { mx: { lg: "calc(var(--corner) + var(--gap))" } } },
  },
});

/** The line above the speeches: a notice about fake providers and the fold button. */
export const DebateRemarks = styled("div", {
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
    variant: {
      /* Shortens the gaps to the content above and below. */
      reading: { mt: { md: "-6" }, mb: { base: "-4", md: "-6" } },
      stage: {
        px: { lg: "calc(var(--corner) + var(--gap))" },
        /* Hides the fold button on phones, where each turn has its own. */
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

/** Grid with the lecterns in the outer columns, which the judge's notes of the speeches share. */
export const LecternGrid = styled("div", {
  base: {
    display: "grid",
    gridTemplateColumns: {
      base: "minmax(0, 1fr)",
      lg: "var(--corner) minmax(0, 1fr) var(--corner)",
    },
  },
});

export const SpeechColumn = styled("section", {
  base: {
    display: "grid",
    alignContent: "start",
    gap: { base: "8", md: "10" },
    gridColumn: "1 / -1",
    gridRow: "1",
    minW: 0,
  },
  variants: {
    variant: {
      reading: {},
      stage: {
        /* Content other than turns stays between the lecterns. */
        "& > :not(ol)": { mx: { lg: "calc(var(--corner) + var(--gap))" } },
        minH: { lg: "calc(var(--lectern) + 1rem)" },
      },
    },
  },
});

/* Marks the end of the text. The negative margin cancels the gap before it. */
export const EndMarker = styled("div", {
  base: {
    h: "1px",
    mt: { base: "-8", md: "-10" },
    scrollMarginBottom: "calc(var(--dock, 7rem) + 1.5rem)",
  },
});

/** Result and vote after the last turn. */
export const ResultColumn = styled("div", {
  base: { display: "grid", gap: "4", alignItems: "start" },
  variants: {
    variant: {
      reading: {
        gridTemplateColumns: { base: "minmax(0, 1fr)", lg: "minmax(0, 1.6fr) minmax(0, 1fr)" },
      },
      stage: {},
    },
  },
});

/** Fixed to the window, so that growing text does not move the bar. */
export const BottomBar = styled("div", {
  base: {
    position: "fixed",
    zIndex: "dock",
    insetX: 0,
    bottom: 0,
    display: { base: "grid", md: "flex" },
    alignItems: "end",
    gap: { base: 0, lg: "3" },
    /* Tablets have room for two panels side by side, but not for the player in addition. */
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

/** Notices above the bottom bar, which take no space in it. */
export const AboveBottomBar = styled("div", {
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

/** A panel of the bottom bar: player and controls, or the momentum. */
export const BottomPanel = styled("div", {
  base: {
    ...floatingSurface,
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
        /* Phones have no room for both the momentum and the player. */
        "[data-dock]:has([data-player]) > &": { hideBelow: "md" },
      },
      controls: { minW: 0 },
    },
  },
});
