import { Play, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "#web/components/ui/button.tsx";
import { clock } from "#web/lib/format.ts";
import { OfferBox } from "../offer-box.tsx";
import { tell } from "../player-store.ts";
import type { Track } from "../track.ts";
import { LISTEN, type Place } from "./kept-places.ts";

interface ResumeOfferProps {
  track: Track;
  place: Place;
  onDismiss: () => void;
}

const ResumeOffer = ({ track, place, onDismiss }: ResumeOfferProps) => {
  const goOn = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (window.location.hash === LISTEN) goOn.current?.focus();
  }, []);
  const where = place.position < 1 ? "" : `, at ${clock(place.position)}`;
  return (
    <OfferBox turnNumber={place.turnNumber} aria-label="Go on listening">
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
    </OfferBox>
  );
};

export default ResumeOffer;
