import { Play, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "#web/components/ui/button.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { clock } from "#web/lib/format.ts";
import { useFocusFallback } from "#web/lib/use-focus-fallback.ts";
import { tell } from "../player-store.ts";
import type { Track } from "../track.ts";
import { LISTEN, type Place } from "./kept-places.ts";

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

interface ResumeOfferProps {
  track: Track;
  place: Place;
  onDismiss: () => void;
}

/** Offers to go on listening from where one left off. */
const ResumeOffer = ({ track, place, onDismiss }: ResumeOfferProps) => {
  const box = useFocusFallback<HTMLElement>(`turn-${place.turnNumber}`);
  const goOn = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (window.location.hash === LISTEN) goOn.current?.focus();
  }, []);
  const where = place.position < 1 ? "" : `, at ${clock(place.position)}`;
  return (
    <Box ref={box} aria-label="Go on listening">
      <p>
        You were at turn {place.turnNumber}
        {where}.
      </p>
      <Button
        ref={goOn}
        look="solid"
        onClick={() => tell({ type: "play all", turnId: track.turnId, from: place.position })}
      >
        <Play size={16} fill="currentColor" />
        Go on listening
      </Button>
      <Button look="ghost" size="icon" aria-label="Do not go on" onClick={onDismiss}>
        <X size={16} />
      </Button>
    </Box>
  );
};

export default ResumeOffer;
