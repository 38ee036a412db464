import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import type { LiveScheduleView } from "#shared/contract/debates/live-stream.ts";
import { getRoleOfTurn } from "#shared/domain/debates/side.ts";
import type { AudibleTurn, DisplayedDebate } from "#web/features/debate/debate-slots.ts";
import { isPlayerAudible } from "#web/lib/player/player-state.ts";
import { usePlayer } from "#web/lib/player/player-store.ts";
import { useLiveAudio } from "#web/features/live-audio/live-audio-store.ts";

/** If the live schedule has not loaded after this time, the page shows everything. */
const VOICE_LOAD_TIMEOUT_MS = 5000;

/**
 * Until the live schedule is loaded, leaves out the turn that was being spoken when the server
 * rendered the page, and all later turns. Otherwise the page would first show words that are not
 * spoken yet.
 */
const useSpokenDebate = ({ debate, turns }: DisplayedDebate): DisplayedDebate => {
  const client = useQueryClient();
  const [spokenTurn, setSpokenTurn] = useState(
    () => client.getQueryData<LiveScheduleView>([`/api/debates/${debate.id}/live`])?.spokenTurn,
  );
  const isReady = useLiveAudio(({ schedule, wantsFullText }) => wantsFullText || schedule !== null);
  useEffect(() => {
    const timer = setTimeout(() => setSpokenTurn(null), isReady ? 0 : VOICE_LOAD_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [isReady]);
  return useMemo(
    () =>
      spokenTurn && !isReady && debate.pace === "voice"
        ? {
            debate: { ...debate, currentTurn: Math.min(debate.currentTurn, spokenTurn - 1) },
            turns: turns.filter(({ turnNumber }) => turnNumber < spokenTurn),
          }
        : { debate, turns },
    [debate, turns, spokenTurn, isReady],
  );
};

interface AudibleTurnProviderProps extends DisplayedDebate {
  children: (audibleTurn: AudibleTurn, displayed: DisplayedDebate) => ReactNode;
}

/**
 * Passes `children` the turn whose audio is playing, and the debate as the page shows it. If the
 * page's text follows the live voice, this debate contains only what has been spoken.
 */
export const AudibleTurnProvider = ({ debate, turns, children }: AudibleTurnProviderProps) => {
  const playedTrack = usePlayer((state) => (isPlayerAudible(state) ? state.track : null));
  const liveTurn = useLiveAudio(({ phase, audibleTurnNumber }) =>
    phase === "playing" ? audibleTurnNumber : null,
  );
  const spoken = useSpokenDebate({ debate, turns });
  const delayDebate = useLiveAudio((state) => state.delayDebate);
  const displayed = useMemo(
    () => delayDebate?.(debate, turns) ?? spoken,
    [delayDebate, debate, turns, spoken],
  );
  const live = liveTurn === null ? null : { role: getRoleOfTurn(liveTurn), turnNumber: liveTurn };
  return children(playedTrack ?? live, displayed);
};
