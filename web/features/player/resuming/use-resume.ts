import { useMemo, useState } from "react";
import { useIsTakenOver } from "#web/lib/use-browser.ts";
import { isOpen } from "../player-state.ts";
import { usePlayer } from "../player-store.ts";
import type { Track } from "../track.ts";
import { keepPlace, keptPlace, type Place } from "./kept-places.ts";

interface Resume {
  track: Track;
  place: Place;
  dismiss: () => void;
}

/**
 * The saved position in this debate if its turn is playable. Undefined once the player opens or
 * the user dismisses the offer.
 */
export const useResume = (debateId: number): Resume | undefined => {
  const isAlive = useIsTakenOver();
  const place = useMemo(() => (isAlive ? keptPlace(debateId) : undefined), [isAlive, debateId]);
  const isListening = usePlayer(isOpen);
  const [isAnswered, setAnswered] = useState(false);
  if (isListening && !isAnswered) setAnswered(true);
  const track = usePlayer(({ playlist }) =>
    playlist.tracks.find(({ turnNumber }) => turnNumber === place?.turnNumber),
  );
  const dismiss = () => {
    keepPlace(debateId, null);
    setAnswered(true);
  };
  return !isAnswered && place && track ? { place, track, dismiss } : undefined;
};
