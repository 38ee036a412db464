import { type ReactNode, useMemo } from "react";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { getRoleOfTurn } from "#shared/domain/debates/side.ts";
import { isPlayerAudible } from "#web/lib/player/player-state.ts";
import { usePlayer } from "#web/lib/player/player-store.ts";
import type { DelayedDebate } from "#web/features/live-audio/live-audio-state.ts";
import { useLiveAudio } from "#web/features/live-audio/live-audio-store.ts";

/** The turn that is audible now; null during silence. */
type AudibleTurnOrNull = Pick<Turn, "role" | "turnNumber"> | null;

interface HeardTurnProviderProps extends DelayedDebate {
  children: (heard: AudibleTurnOrNull, shown: DelayedDebate) => ReactNode;
}

/**
 * Provides the audible turn. With voice sync on, also delays the shown debate to the live voice.
 */
export const HeardTurnProvider = ({ debate, turns, children }: HeardTurnProviderProps) => {
  const played = usePlayer((state) => (isPlayerAudible(state) ? state.track : null));
  const live = useLiveAudio(({ phase, heard }) => (phase === "playing" ? heard : null));
  const hold = useLiveAudio((state) => state.hold);
  const shown = useMemo(() => hold?.(debate, turns) ?? { debate, turns }, [hold, debate, turns]);
  const heard = live === null ? null : { role: getRoleOfTurn(live), turnNumber: live };
  return children(played ?? heard, shown);
};
