import { create } from "zustand";
import { showErrorToast } from "#web/lib/toast.ts";
import { IDLE_PLAYER_STATE, type PlayerEvent, type PlayerState } from "./player-state.ts";

/** State of the player. Only the player's reducer changes it after loading. */
export const usePlayer = create<PlayerState>(() => IDLE_PLAYER_STATE);

let dispatchToPlayer: ((event: PlayerEvent) => void) | undefined;
/** Events from before the player's code was loaded. */
let queuedEvents: PlayerEvent[] = [];

/**
 * Loads the player's code, which is not part of the page's first load, and replays queued events.
 */
export const loadPlayer = async (): Promise<void> => {
  const { startPlayer } = await import("./engine/start-player.ts");
  dispatchToPlayer ??= startPlayer(usePlayer);
  for (const event of queuedEvents.splice(0)) dispatchToPlayer(event);
};

const loadAndDispatch = async (event: PlayerEvent): Promise<void> => {
  queuedEvents.push(event);
  try {
    await loadPlayer();
  } catch {
    queuedEvents = [];
    showErrorToast(
      new Error("The player could not be loaded. Check your connection and try again."),
    );
  }
};

/**
 * Sends an event to the player. Before its code is loaded, a playlist is stored, "close" empties
 * the queue, and other events are queued and start the loading.
 */
export const dispatchPlayerEvent = (event: PlayerEvent): void => {
  if (dispatchToPlayer) dispatchToPlayer(event);
  else if (event.type === "listed") usePlayer.setState({ playlist: event.playlist });
  else if (event.type === "close") queuedEvents = [];
  else void loadAndDispatch(event);
};
