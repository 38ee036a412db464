import type { PlayerState } from "./player-state.ts";
import type { Track } from "./track.ts";

/** What the player says that it is doing. */
export const statusWord = (state: PlayerState): string => {
  const { phase, isBuffering, hasFinished, upcoming } = state;
  if (phase === "error") return "Error";
  if (phase === "loading" || upcoming) return "Loading...";
  if (phase === "playing") return isBuffering ? "Buffering..." : "Playing";
  if (phase === "paused") return "Paused";
  return hasFinished ? "Completed" : "Ready to play";
};

/** The turn that is heard, or heard next; null while that is not there: the last one is over then. */
export const trackInTurn = ({ track, wait }: PlayerState): Track | null =>
  wait && track && track.turnNumber < wait.turnNumber ? null : track;

/** What there is to say besides, in place of a progress that there is not; null mostly. */
export const statusDetail = (state: PlayerState): string | null => {
  const { error, wait } = state;
  if (wait === null) return error;
  const { until, turnNumber } = wait;
  if (trackInTurn(state) === null) return `Waiting for turn ${turnNumber}`;
  return until === "turn" ? `Turn ${turnNumber} is being recorded` : `Turn ${turnNumber} is next`;
};
