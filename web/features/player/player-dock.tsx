import { Suspense } from "react";
import { MOMENT } from "#shared/domain/debate-picture.ts";
import { useSearchParams } from "react-router-dom";
import type { Debate } from "#shared/contract/debate.ts";
import type { Turn } from "#shared/contract/turn.ts";

import { useIsVoiced } from "#web/lib/tts-status.ts";
import { splitOptional } from "#web/lib/split.tsx";
import { useMomentsWanted } from "./moment/use-moments-wanted.ts";
import { isOpen } from "./player-state.ts";
import { usePlayer } from "./player-store.ts";
import { isOn } from "./radio/radio-state.ts";
import { useRadio } from "./radio/radio-store.ts";
import { useResume } from "./resuming/use-resume.ts";
import { useListed } from "./use-listed.ts";

const MomentLayer = splitOptional(() => import("./moment/moment-layer.tsx"));
const FloatingPlayer = splitOptional(() => import("./dock/floating-player.tsx"));
const OnAir = splitOptional(() => import("./radio/on-air-watch.tsx"));
const RadioDock = splitOptional(() => import("./radio/radio-dock.tsx"));
const ResumeOffer = splitOptional(() => import("./resuming/resume-offer.tsx"));

interface PlayerDockProps {
  debate: Debate;
  turns: readonly Turn[];
}

/** The floating player, the live player, or the offer to resume. */
export const PlayerDock = ({ debate, turns }: PlayerDockProps) => {
  useListed(debate, turns);
  const isVoiced = useIsVoiced() ?? false;
  const isPlayerOpen = usePlayer(isOpen);
  const isListening = useRadio(isOn);
  const resume = useResume(debate.id);
  const isLinked = useSearchParams()[0].has(MOMENT);
  const wantsMoments = useMomentsWanted(isLinked);
  return (
    <Suspense>
      {isVoiced && <OnAir debate={debate} turns={turns} />}
      {isListening && <RadioDock debate={debate} turns={turns} />}
      {isPlayerOpen && !isListening && <FloatingPlayer />}
      {wantsMoments && <MomentLayer debate={debate} turns={turns} />}
      {!isPlayerOpen && !isListening && !isLinked && resume && (
        <ResumeOffer track={resume.track} place={resume.place} onDismiss={resume.dismiss} />
      )}
    </Suspense>
  );
};
