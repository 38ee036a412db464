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
  savedPosition: ListeningPosition;
  dismiss: () => void;
}

/**
 * The position saved when the user last listened to the debate, if its turn can be played.
 * Undefined once the player opens or the user dismisses the offer.
 */
export const useResumePosition = (debateId: number): ResumePosition | undefined => {
  const isHydrated = useIsHydrated();
  const savedPosition = useMemo(
    () => (isHydrated ? findSavedPosition(debateId) : undefined),
    [isHydrated, debateId],
  );
  const isListening = usePlayer(isPlayerVisible);
  const [isClosed, setClosed] = useState(false);
  if (isListening && !isClosed) setClosed(true);
  const track = usePlayer(({ playlist }) =>
    playlist.tracks.find(({ turnNumber }) => turnNumber === savedPosition?.turnNumber),
  );
  const dismiss = () => {
    savePosition(debateId, null);
    setClosed(true);
  };
  return !isClosed && savedPosition && track ? { savedPosition, track, dismiss } : undefined;
};
