import { create } from "zustand";
import { toastError } from "#web/lib/toast.ts";
import { IDLE, type PlayerEvent, type PlayerState } from "./player-state.ts";

/** State of the player. Only the player's reducer changes it after loading. */
export const usePlayer = create<PlayerState>(() => IDLE);

let handle: ((event: PlayerEvent) => void) | undefined;
/** Events from before the player's code was loaded. */
let asked: PlayerEvent[] = [];

/**
 * Loads the player's code, which is not part of the page's first load, and replays queued events.
 */
export const loadPlayer = async (): Promise<void> => {
  const { startPlayer } = await import("./core/start-player.ts");
  handle ??= startPlayer(usePlayer);
  for (const event of asked.splice(0)) handle(event);
};

const ask = async (event: PlayerEvent): Promise<void> => {
  asked.push(event);
  try {
    await loadPlayer();
  } catch {
    asked = [];
    toastError(new Error("The player could not be loaded. Check your connection and try again."));
  }
};

/**
 * Sends an event to the player. Before its code is loaded, a playlist is stored, "close" empties
 * the queue, and other events are queued and start the loading.
 */
export const tell = (event: PlayerEvent): void => {
  if (handle) handle(event);
  else if (event.type === "listed") usePlayer.setState({ playlist: event.playlist });
  else if (event.type === "close") asked = [];
  else void ask(event);
};
