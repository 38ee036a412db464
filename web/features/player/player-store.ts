import { create } from "zustand";
import { IDLE, type PlayerEvent, type PlayerState } from "./player-state.ts";

/** What is playing, for all that shows or asks for it. Only the player's transitions change it. */
export const usePlayer = create<PlayerState>(() => IDLE);

let handle: ((event: PlayerEvent) => void) | undefined;

/** Fetches what plays; the first load of a page does without it. */
export const loadPlayer = async (): Promise<void> => {
  const { startPlayer } = await import("./core/start-player.ts");
  handle ??= startPlayer(usePlayer);
};

/** Tells the player something. Until it is there, a list is kept for it and nothing else matters. */
export const tell = (event: PlayerEvent): void => {
  if (handle) handle(event);
  else if (event.type === "listed") usePlayer.setState({ playlist: event.playlist });
  else if (event.type !== "close") void loadPlayer().then(() => handle?.(event));
};
