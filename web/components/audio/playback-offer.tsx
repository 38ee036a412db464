import type { ComponentProps } from "react";
import { styled } from "#web/components/theme/styled.tsx";
import { useFocusFallback } from "#web/lib/browser/use-focus-fallback.ts";

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

interface PlaybackOfferProps extends Omit<ComponentProps<typeof Box>, "ref"> {
  /** Number of the turn that receives the focus when the box closes. */
  turnNumber: number;
}

/** A box above the bottom bar that offers to start playback. */
export const PlaybackOffer = ({ turnNumber, ...props }: PlaybackOfferProps) => (
  <Box ref={useFocusFallback<HTMLElement>(`turn-${turnNumber}`)} {...props} />
);
