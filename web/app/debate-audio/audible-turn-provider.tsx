import { type ReactNode, useMemo } from "react";
import { getRoleOfTurn } from "#shared/domain/debates/side.ts";
import type { AudibleTurn, DisplayedDebate } from "#web/features/debate/debate-slots.ts";
import { isPlayerAudible } from "#web/lib/player/player-state.ts";
import { usePlayer } from "#web/lib/player/player-store.ts";
import { useLiveAudio } from "#web/features/live-audio/live-audio-store.ts";

interface AudibleTurnProviderProps extends DisplayedDebate {
  children: (audibleTurn: AudibleTurn, displayed: DisplayedDebate) => ReactNode;
}

/**
 * Passes `children` the audible turn, and the debate as the page shows it: with voice sync on, only
 * up to the live voice.
 */
export const AudibleTurnProvider = ({ debate, turns, children }: AudibleTurnProviderProps) => {
  const playedTrack = usePlayer((state) => (isPlayerAudible(state) ? state.track : null));
  const liveTurn = useLiveAudio(({ phase, audibleTurnNumber }) =>
    phase === "playing" ? audibleTurnNumber : null,
  );
  const delayDebate = useLiveAudio((state) => state.delayDebate);
  const displayed = useMemo(
    () => delayDebate?.(debate, turns) ?? { debate, turns },
    [delayDebate, debate, turns],
  );
  const live = liveTurn === null ? null : { role: getRoleOfTurn(liveTurn), turnNumber: liveTurn };
  return children(playedTrack ?? live, displayed);
};
