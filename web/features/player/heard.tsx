import { type ReactNode, useMemo } from "react";
import type { Turn } from "#shared/contract/turn.ts";
import { roleOfTurn } from "#shared/domain/side.ts";
import { isHeard } from "./player-state.ts";
import { usePlayer } from "./player-store.ts";
import type { Shown } from "./radio/radio-state.ts";
import { useRadio } from "./radio/radio-store.ts";

/** The turn that is audible now; null during silence. */
type HeardTurn = Pick<Turn, "role" | "turnNumber"> | null;

interface HeardProps extends Shown {
  children: (heard: HeardTurn, shown: Shown) => ReactNode;
}

/**
 * Provides the audible turn. With voice sync on, also delays the shown debate to the live voice.
 */
export const Heard = ({ debate, turns, children }: HeardProps) => {
  const played = usePlayer((state) => (isHeard(state) ? state.track : null));
  const live = useRadio(({ phase, heard }) => (phase === "playing" ? heard : null));
  const hold = useRadio((state) => state.hold);
  const shown = useMemo(() => hold?.(debate, turns) ?? { debate, turns }, [hold, debate, turns]);
  const heard = live === null ? null : { role: roleOfTurn(live), turnNumber: live };
  return children(played ?? heard, shown);
};
