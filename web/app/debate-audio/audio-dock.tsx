import { Suspense, useEffect, useState } from "react";
import { CLIP_PARAMETER } from "#shared/domain/debates/sharing/debate-picture.ts";
import { useSearchParams } from "react-router-dom";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";

import { useIsVoiced } from "#web/lib/tts-status.ts";
import { lazyOptional } from "#web/lib/code-loading/lazy-component.tsx";
import { useNeedsClipCode } from "#web/features/clips/use-needs-clip-code.ts";
import { isPlayerVisible } from "#web/lib/player/player-state.ts";
import { usePlayer } from "#web/lib/player/player-store.ts";
import { isLiveAudioOn, useLiveAudio } from "#web/features/live-audio/live-audio-store.ts";
import { stopLiveListening } from "#web/features/live-audio/player/live-player.ts";
import { useResumePosition } from "#web/features/player/resume/use-resume-position.ts";
import { usePlayerPlaylist } from "#web/features/player/use-player-playlist.ts";

const ClipLayer = lazyOptional(() => import("#web/features/clips/clip-layer.tsx"));
const FloatingPlayer = lazyOptional(() => import("#web/features/player/dock/floating-player.tsx"));
const LiveAvailability = lazyOptional(
  () => import("#web/features/live-audio/live-availability.ts"),
);
const LiveDock = lazyOptional(() => import("#web/features/live-audio/controls/live-dock.tsx"));
const ResumeOffer = lazyOptional(() => import("#web/features/player/resume/resume-offer.tsx"));

interface AudioDockProps {
  debate: Debate;
  turns: readonly Turn[];
  /** Whether the full-window replay of a finished debate covers the player. */
  isCovered: boolean;
}

/** The recordings' player, the live player, or the offer to resume listening. */
export const AudioDock = ({ debate, turns, isCovered }: AudioDockProps) => {
  usePlayerPlaylist(debate, turns);
  const isVoiced = useIsVoiced() ?? false;
  const isPlayerOpen = usePlayer(isPlayerVisible);
  // A recording may still play when the replay that started it is closed. The player stays hidden
  // until the recording stops. Otherwise the page would scroll to the spoken sentence.
  const [isOfScene, setOfScene] = useState(isCovered);
  if (isCovered ? !isOfScene : isOfScene && !isPlayerOpen) setOfScene(isCovered);
  const isListening = useLiveAudio(isLiveAudioOn);
  useEffect(() => {
    if (isCovered) stopLiveListening();
  }, [isCovered]);
  const resume = useResumePosition(debate.id);
  const isLinked = useSearchParams()[0].has(CLIP_PARAMETER);
  const needsClipCode = useNeedsClipCode(isLinked);
  return (
    <Suspense>
      {isVoiced && <LiveAvailability debate={debate} turns={turns} />}
      {isListening && <LiveDock debate={debate} turns={turns} />}
      {isPlayerOpen && !isListening && !isOfScene && <FloatingPlayer />}
      {needsClipCode && <ClipLayer debate={debate} turns={turns} />}
      {!isPlayerOpen && !isListening && !isLinked && resume && (
        <ResumeOffer
          track={resume.track}
          savedPosition={resume.savedPosition}
          onDismiss={resume.dismiss}
        />
      )}
    </Suspense>
  );
};
