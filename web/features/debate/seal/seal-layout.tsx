import { panelSurface } from "#web/components/theme/surfaces.ts";
import { styled } from "#web/components/theme/styled.tsx";

/** A window without room for large figures. */
export const LOW = "@media (max-height: 30rem)";
const WIDE = "@container verdict (min-width: 40rem)";

/**
 * Fills the scene, or is a card. The card has a fixed minimum height, so that the page does not
 * move when a step appears.
 */
export const SealFrame = styled("section", {
  base: {
    containerType: "inline-size",
    containerName: "verdict",
    minW: 0,
    _focusVisible: { outline: "2px solid", outlineColor: "focus", outlineOffset: "-2px" },
  },
  variants: {
    place: {
      scene: { position: "relative", h: "100%", overflowY: "auto" },
      transcript: {
        ...panelSurface,
        minH: { base: "46rem", md: "40rem" },
      },
    },
  },
});

/**
 * On wide screens, the sides "For" and "Against" are left and right of the middle part. On narrow
 * screens, both are below it (`vote`) or above it (`steps`).
 */
export const SealGrid = styled("div", {
  base: {
    display: "grid",
    columnGap: { base: "3", md: "4cqw" },
    rowGap: { base: "4", md: "6" },
    minH: "100%",
    px: { base: "4", md: "6" },
    /* Leaves room for the label at the top. */
    pt: { base: "8", md: "6" },
    pb: { base: "4", md: "6" },
    textAlign: "center",
    gridTemplateColumns: "minmax(0, 1fr) minmax(0, 1fr)",
    alignContent: "center",
    "--face": "min(8rem, 26cqw, 20dvh)",
    [WIDE]: {
      "--face": "min(11rem, 14cqw, 26dvh)",
      gridTemplateColumns: "minmax(0, 1fr) minmax(0, 2.1fr) minmax(0, 1fr)",
      gridTemplateAreas: "'for middle against'",
      alignItems: "center",
    },
    [LOW]: { pt: "7", pb: "2", rowGap: "2", "--face": "3.5rem" },
  },
  variants: {
    kind: {
      vote: { gridTemplateAreas: "'middle middle' 'for against'" },
      steps: {
        /* Leaves the top of the swing visible, so that viewers notice it and scroll. */
        "[data-seal] > &": { minH: "calc(100% - 5rem)" },
        gridTemplateAreas: "'for against' 'middle middle'",
      },
    },
  },
});

/** What a viewer reaches by scrolling in the scene, below the steps of the verdict. */
export const BelowSteps = styled("div", {
  base: {
    display: "grid",
    gap: "4",
    maxW: "46rem",
    mx: "auto",
    px: { base: "4", md: "6" },
    pb: "6",
  },
});

export const Middle = styled("div", {
  base: {
    gridArea: "middle",
    display: "grid",
    justifyItems: "center",
    alignContent: "center",
    gap: { base: "2", md: "3" },
    minW: 0,
    [LOW]: { gap: "1" },
  },
});

export const SideName = styled("p", {
  base: {
    fontFamily: "display",
    fontWeight: 700,
    fontSize: { base: "17", md: "20" },
    lineHeight: 1.25,
    maxW: "100%",
    truncate: true,
  },
});

export const SideStance = styled("p", {
  base: { fontSize: "14", fontWeight: 650 },
  variants: { side: { bot_a: { color: "for" }, bot_b: { color: "against" } } },
});

export const Headline = styled("h2", {
  base: {
    fontFamily: "display",
    fontWeight: 700,
    letterSpacing: "-0.02em",
    lineHeight: 1.12,
    textWrap: "balance",
    fontSize: "clamp(1.5rem, 1rem + 2.6cqw, 2.625rem)",
    [LOW]: { fontSize: "1.25rem" },
  },
});
