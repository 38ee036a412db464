import { useMemo, useState } from "react";
import { useIsHydrated } from "#web/lib/browser/hydration.ts";
import { isPlayerVisible } from "#web/lib/player/player-state.ts";
import { usePlayer } from "#web/lib/player/player-store.ts";
import type { Track } from "#web/lib/player/track.ts";
import {
  savePosition,
  findSavedPosition,
  type ListeningPosition,
} from "#web/lib/player/resume/saved-positions.ts";

interface ResumePosition {
  track: Track;
  place: ListeningPosition;
  dismiss: () => void;
}

/**
 * The saved position in this debate if its turn is playable. Undefined once the player opens or
 * the user dismisses the offer.
 */
export const useResumePosition = (debateId: number): ResumePosition | undefined => {
  const isAlive = useIsHydrated();
  const place = useMemo(
    () => (isAlive ? findSavedPosition(debateId) : undefined),
    [isAlive, debateId],
  );
  const isListening = usePlayer(isPlayerVisible);
  const [isAnswered, setAnswered] = useState(false);
  if (isListening && !isAnswered) setAnswered(true);
  const track = usePlayer(({ playlist }) =>
    playlist.tracks.find(({ turnNumber }) => turnNumber === place?.turnNumber),
  );
  const dismiss = () => {
    savePosition(debateId, null);
    setAnswered(true);
  };
  return !isAnswered && place && track ? { place, track, dismiss } : undefined;
};
