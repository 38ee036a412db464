import { create } from "zustand";
import { showErrorToast } from "#web/lib/toast.ts";
import { IDLE_PLAYER_STATE, type PlayerEvent, type PlayerState } from "./player-state.ts";

/** State of the player. Once the player's code is loaded, only its reducer changes the state. */
export const usePlayer = create<PlayerState>(() => IDLE_PLAYER_STATE);

let dispatchToPlayer: ((event: PlayerEvent) => void) | undefined;
/** Events that wait for the player's code. */
let queuedEvents: PlayerEvent[] = [];

/** Loads the player's code, which is not part of the first load, and handles queued events. */
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
 * Sends an event to the player. Until the player's code is loaded, a playlist is stored and "close"
 * empties the queue. Other events are queued, and the first one starts loading.
 */
export const dispatchPlayerEvent = (event: PlayerEvent): void => {
  if (dispatchToPlayer) dispatchToPlayer(event);
  else if (event.type === "listed") usePlayer.setState({ playlist: event.playlist });
  else if (event.type === "close") queuedEvents = [];
  else void loadAndDispatch(event);
};
