import type { ReactNode } from "react";
import type { Turn } from "#shared/contract/turn.ts";
import { roleOfTurn } from "#shared/domain/side.ts";
import { usePlayer } from "./player-store.ts";
import { useRadio } from "./radio/radio-store.ts";
import { statusWord } from "./status.ts";

/** The turn whose voice is heard just now; null while there is silence. */
type HeardTurn = Pick<Turn, "role" | "turnNumber"> | null;

export const Heard = ({ children }: { children: (heard: HeardTurn) => ReactNode }) => {
  const played = usePlayer((state) => (statusWord(state) === "Playing" ? state.track : null));
  const live = useRadio(({ phase, heard }) => (phase === "playing" ? heard : null));
  return children(played ?? (live === null ? null : { role: roleOfTurn(live), turnNumber: live }));
};
