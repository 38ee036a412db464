import { useEffect } from "react";
import { isShortcut } from "#web/lib/shortcuts.ts";
import { MOVE_STEP_S, SEEK_STEP_S } from "../seek-step.ts";
import { isActive, type PlayerCommand, type PlayerState } from "../player-state.ts";
import { tell, usePlayer } from "../player-store.ts";

/** Elements that use the space bar themselves. */
const USES_SPACE = ", button, a, summary";

const MOVES: Record<string, PlayerCommand> = {
  ArrowLeft: { type: "move", by: -SEEK_STEP_S },
  ArrowRight: { type: "move", by: SEEK_STEP_S },
  "Shift+ArrowLeft": { type: "skip", by: -1 },
  "Shift+ArrowRight": { type: "skip", by: 1 },
  j: { type: "move", by: -MOVE_STEP_S },
  l: { type: "move", by: MOVE_STEP_S },
};

const commandOf = (event: KeyboardEvent, state: PlayerState): PlayerCommand | undefined => {
  const { key, shiftKey } = event;
  if (key === " ")
    return !shiftKey && isShortcut(event, USES_SPACE)
      ? { type: state.phase === "paused" ? "resume" : "pause" }
      : undefined;
  const command = MOVES[`${shiftKey ? "Shift+" : ""}${key}`];
  const isPossible = command?.type === "skip" || state.isLoaded;
  return isPossible && isShortcut(event) ? command : undefined;
};

export const useKeys = (): void =>
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const state = usePlayer.getState();
      const command = isActive(state) ? commandOf(event, state) : undefined;
      if (!command) return;
      event.preventDefault();
      tell(command);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
