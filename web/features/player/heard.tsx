import type { ReactNode } from "react";
import type { Role } from "#shared/domain/side.ts";
import { usePlayer } from "./player-store.ts";
import { statusWord } from "./status.ts";

/** Tells whose voice is heard just now; null while there is silence. */
export const Heard = ({ children }: { children: (heard: Role | null) => ReactNode }) =>
  children(
    usePlayer((state) => (statusWord(state) === "Playing" ? (state.track?.role ?? null) : null)),
  );
