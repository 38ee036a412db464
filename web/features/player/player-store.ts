import { create } from "zustand";
import { toastError } from "#web/lib/toast.ts";
import { IDLE, type PlayerEvent, type PlayerState } from "./player-state.ts";

/** What is playing, for all that shows or asks for it. Only the player's transitions change it. */
export const usePlayer = create<PlayerState>(() => IDLE);

let handle: ((event: PlayerEvent) => void) | undefined;
/** What was asked before there was anybody to ask. */
let asked: PlayerEvent[] = [];

/** Fetches what plays; the first load of a page does without it. */
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

/** Tells the player something. Until it is here, a list is kept for it, and leaving is no command. */
export const tell = (event: PlayerEvent): void => {
  if (handle) handle(event);
  else if (event.type === "listed") usePlayer.setState({ playlist: event.playlist });
  else if (event.type === "close") asked = [];
  else void ask(event);
};
