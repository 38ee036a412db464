import { Play, X } from "lucide-react";
import { Button } from "#web/components/ui/controls/button.tsx";
import { formatDuration } from "#web/lib/format.ts";
import { PlaybackOffer } from "#web/components/audio/playback-offer.tsx";
import { returnRefs } from "#web/lib/auth/return-focus.ts";
import { dispatchPlayerEvent } from "#web/lib/player/player-store.ts";
import type { Track } from "#web/lib/player/track.ts";
import type { ListeningPosition } from "#web/lib/player/resume/saved-positions.ts";

interface ResumeOfferProps {
  track: Track;
  savedPosition: ListeningPosition;
  onDismiss: () => void;
}

const ResumeOffer = ({ track, savedPosition, onDismiss }: ResumeOfferProps) => {
  const timeText =
    savedPosition.position < 1 ? "" : `, at ${formatDuration(savedPosition.position)}`;
  return (
    <PlaybackOffer turnNumber={savedPosition.turnNumber} aria-label="Continue listening">
      <p>
        You were at turn {savedPosition.turnNumber}
        {timeText}.
      </p>
      <Button
        ref={returnRefs["#listen"]}
        variant="solid"
        onClick={() =>
          dispatchPlayerEvent({
            type: "play-all",
            turnId: track.turnId,
            from: savedPosition.position,
          })
        }
      >
        <Play size={16} fill="currentColor" />
        Continue listening
      </Button>
      <Button variant="ghost" size="icon" aria-label="Dismiss" onClick={onDismiss}>
        <X size={16} />
      </Button>
    </PlaybackOffer>
  );
};

export default ResumeOffer;
