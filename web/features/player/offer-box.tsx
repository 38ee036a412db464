import { styled } from "#web/components/theme/styled.tsx";

/** What the dock offers to play, in words, with what can be done about it beside them. */
export const OfferBox = styled("section", {
  base: {
    display: "flex",
    alignItems: "center",
    gap: "2",
    w: { base: "auto", lg: "38rem" },
    p: { base: "1.5", md: "2" },
    ps: { base: "4", md: "4" },
    fontSize: "14",
    "& > p": { flex: "1", minW: 0, fontVariantNumeric: "tabular-nums" },
  },
});
