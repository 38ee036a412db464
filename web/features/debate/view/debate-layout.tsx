import { pageColumnStyle } from "#web/components/ui/page/page-column.tsx";
import { PAGE_BAR_HEIGHT } from "#web/components/theme/global-css.ts";
import { styled } from "#web/components/theme/styled.tsx";

/** The page below the stage bar, with room for the bottom bar. */
export const DebateStage = styled("div", {
  base: {
    ...pageColumnStyle,
    display: "grid",
    alignContent: "start",
    gap: { base: "4", md: "6" },
    pt: { base: "3", md: "6" },
  },
  variants: {
    variant: {
      reading: { gap: { base: "6", md: "10" }, pb: "8" },
      /* Room at the bottom, so that growing text does not move visible content. */
      stage: { minH: `calc(100dvh - ${PAGE_BAR_HEIGHT})`, pb: "calc(var(--dock, 7rem) + 7rem)" },
    },
    /* A completed debate has no controls at the bottom. */
    isOver: { true: { pb: "8" } },
  },
});

/** Row above the speeches, with the button that folds all of them. */
export const DebateRemarks = styled("div", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "flex-end",
    gap: "2",
    _empty: { display: "none" },
  },
  variants: {
    variant: {
      /* Shortens the gaps to the content above and below. */
      reading: { mt: { md: "-6" }, mb: { base: "-4", md: "-6" } },
      stage: {},
    },
  },
});

export const SpeechColumn = styled("section", {
  base: {
    display: "grid",
    alignContent: "start",
    gap: { base: "8", md: "10" },
    minW: 0,
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
    bg: "canvas",
    borderTopWidth: "1px",
    borderColor: "line",
    pb: "env(safe-area-inset-bottom)",
    "&:not(:has(> [data-deck]:not(:empty)))": { bg: "transparent", borderTopWidth: 0 },
    "& :is(a, button, input, select)": { scrollMarginBlock: "-100vh" },
  },
});

/** Notes and the player. They are above the controls, so that they do not move the controls. */
export const BottomNotes = styled("div", {
  base: {
    _empty: { display: "none" },
    display: "flex",
    flexWrap: "wrap",
    justifyContent: "center",
    columnGap: "4",
    borderBottomWidth: "1px",
    borderColor: "line",
  },
});

/** The controls: three rows on phones, two on other narrow screens, one on wide screens. */
export const ControlRow = styled("div", {
  base: {
    display: "grid",
    alignItems: "center",
    gap: "2",
    p: "2",
    px: { md: "4" },
    gridTemplateColumns: {
      base: "minmax(0, 1fr) auto auto",
      md: "auto auto minmax(0, 1fr) auto",
      xl: "auto auto minmax(0, 1fr) auto auto",
    },
    gridTemplateAreas: {
      base: "'momentum momentum momentum' 'react react react' 'sound transcript steps'",
      md: "'react react momentum momentum' 'sound transcript . steps'",
      xl: "'sound react momentum transcript steps'",
    },
    /* A low window has no room for the chart. */
    "@media (max-height: 30rem)": {
      gridTemplateColumns: "auto auto minmax(max-content, 1fr) auto",
      gridTemplateAreas: "'sound react transcript steps'",
      "& > [data-area=momentum]": { display: "none" },
      /* Until the viewer has chosen, the ballot takes the place of the reactions. Afterwards only
         screen readers get the viewer's choice. */
      "& > [data-area=momentum]:has([data-ballot])": { display: "block", minH: 0 },
      "& > [data-area=momentum]:has([data-ballot=chosen])": { srOnly: true },
      "&:has([data-ballot=open])": {
        gridTemplateAreas: "'sound momentum transcript steps'",
        "& > [data-area=react]": { display: "none" },
        "& > [data-area=transcript] span": { srOnly: true },
      },
    },
    /* A phone whose keyboard is open. */
    "@media (max-height: 30rem) and (max-width: 40rem)": {
      gridTemplateColumns: "minmax(0, 1fr) auto auto",
      gridTemplateAreas: "'sound transcript steps'",
      "& > [data-area=react]": { display: "none" },
      "&:has([data-ballot=open])": {
        gridTemplateAreas: "'sound transcript steps'",
        "& > [data-area=momentum]": { display: "none" },
      },
    },
    "& > [data-area=sound]": { gridArea: "sound" },
    "& > [data-area=react]": {
      gridArea: "react",
      display: "flex",
      gap: "2",
      "& > *": { flex: 1, px: "3", whiteSpace: "nowrap" },
      "& > button:first-of-type": { color: "for" },
      "& > button:last-of-type": { color: "against" },
      /* Reserves the space of a two-digit count, so that the text does not move. */
      "& i": { minW: "2ch", fontStyle: "normal" },
      "& > [aria-pressed=true]": { opacity: 1, "& > b": { animation: "land 240ms" } },
      "& > button > span": { "@media (max-height: 30rem)": { display: "none" } },
    },
    "& > [data-area=transcript]": {
      gridArea: "transcript",
      /* Without the step buttons there is room for the text on phones, too. */
      _last: { gridColumnEnd: -1, "& span": { srOnly: false } },
    },
    /* Has the height of the text beside the chart of the lead, so that nothing moves when the chart
       replaces the ballot. */
    "& > [data-area=momentum]": {
      gridArea: "momentum",
      minW: 0,
      minH: "3.5rem",
    },
    "& > [data-area=steps]": { gridArea: "steps", minW: 0 },
  },
});

/** Lies above the bottom bar and takes no space. */
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
