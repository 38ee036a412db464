import { useMemo } from "react";
import { useAuth } from "#web/lib/auth/auth.tsx";
import type { DisplayedDebate } from "../debate-slots.ts";
import { withRequestedTurn } from "./turn-progress.ts";
import { useSetAutoPlay } from "./use-auto-play.ts";
import { useRequestNextTurn } from "./use-request-next-turn.ts";

/** The debate with the viewer's own requests applied before the server responds. */
export const useOptimisticDebate = (displayed: DisplayedDebate) => {
  const { user } = useAuth();
  const autoPlay = useSetAutoPlay(displayed.debate.id);
  const { isPending: isSwitching, variables: isOn } = autoPlay;
  const debate = useMemo(() => {
    if (!isSwitching) return displayed.debate;
    const requestedBy = isOn && user ? { id: user.id, username: user.username } : null;
    return {
      ...displayed.debate,
      autoPlay: { ...displayed.debate.autoPlay, on: isOn, by: requestedBy },
    };
  }, [isSwitching, isOn, user, displayed.debate]);

  const nextTurn = useRequestNextTurn(debate.id);
  const { isPending } = nextTurn;
  const turns = useMemo(
    () => (isPending ? withRequestedTurn(debate, displayed.turns) : displayed.turns),
    [isPending, debate, displayed.turns],
  );
  return { debate, turns, autoPlay, nextTurn };
};
