import { useEffect } from "react";
import { isShortcut } from "#web/lib/browser/keyboard-shortcuts.ts";
import {
  BUTTON_SEEK_S,
  ARROW_KEY_SEEK_S,
  isPlayerActive,
  type PlayerCommand,
  type PlayerState,
} from "#web/lib/player/player-state.ts";
import { dispatchPlayerEvent, usePlayer } from "#web/lib/player/player-store.ts";

/**
 * Selectors of elements that need the space bar themselves. They are appended to other selectors,
 * so they begin with a comma.
 */
const SPACE_KEY_CONSUMERS = ", button, a, summary";

const SEEK_KEYS: Record<string, PlayerCommand> = {
  ArrowLeft: { type: "move", by: -ARROW_KEY_SEEK_S },
  ArrowRight: { type: "move", by: ARROW_KEY_SEEK_S },
  "Shift+ArrowLeft": { type: "skip", by: -1 },
  "Shift+ArrowRight": { type: "skip", by: 1 },
  j: { type: "move", by: -BUTTON_SEEK_S },
  l: { type: "move", by: BUTTON_SEEK_S },
};

const toPlayerCommand = (event: KeyboardEvent, state: PlayerState): PlayerCommand | undefined => {
  const { key, shiftKey } = event;
  if (key === " ")
    return !shiftKey && isShortcut(event, SPACE_KEY_CONSUMERS)
      ? { type: state.phase === "paused" ? "resume" : "pause" }
      : undefined;
  const command = SEEK_KEYS[`${shiftKey ? "Shift+" : ""}${key}`];
  const isPossible = command?.type === "skip" || state.isLoaded;
  return isPossible && isShortcut(event) ? command : undefined;
};

export const usePlayerShortcuts = (): void =>
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      const state = usePlayer.getState();
      const command = isPlayerActive(state) ? toPlayerCommand(event, state) : undefined;
      if (!command) return;
      event.preventDefault();
      dispatchPlayerEvent(command);
    };
    document.addEventListener("keydown", handleKeyDown);
    return () => document.removeEventListener("keydown", handleKeyDown);
  }, []);
