import type { ReactNode } from "react";
import type { Turn } from "#shared/contract/turn.ts";
import { usePlayer } from "./player-store.ts";
import { statusWord } from "./status.ts";

/** The turn whose voice is heard just now; null while there is silence. */
type HeardTurn = Pick<Turn, "role" | "turnNumber"> | null;

export const Heard = ({ children }: { children: (heard: HeardTurn) => ReactNode }) =>
  children(usePlayer((state) => (statusWord(state) === "Playing" ? state.track : null)));
