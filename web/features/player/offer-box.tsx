import type { ComponentProps } from "react";
import { styled } from "#web/components/theme/styled.tsx";
import { useFocusFallback } from "#web/lib/use-focus-fallback.ts";

const Box = styled("section", {
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

interface OfferBoxProps extends Omit<ComponentProps<typeof Box>, "ref"> {
  /** Where it begins to play: that has the focus once the offer is taken, or put away. */
  turnNumber: number;
}

/** What the dock offers to play, in words, with what can be done about it beside them. */
export const OfferBox = ({ turnNumber, ...props }: OfferBoxProps) => (
  <Box ref={useFocusFallback<HTMLElement>(`turn-${turnNumber}`)} {...props} />
);
