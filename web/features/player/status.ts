import type { PlayerState } from "./player-state.ts";

/** What the player is doing, in the specification's words (section 2). */
export const statusWord = (state: PlayerState): string => {
  const { phase, isBuffering, hasFinished, upcoming } = state;
  if (phase === "error") return "Error";
  if (phase === "loading" || upcoming) return "Loading...";
  if (phase === "playing") return isBuffering ? "Buffering..." : "Playing";
  return hasFinished ? "Completed" : "Ready to play";
};

/** What there is to say besides; null mostly. */
export const statusDetail = ({ error, wait, track }: PlayerState): string | null => {
  if (wait === null) return error;
  const { until, turnNumber } = wait;
  if (until !== "turn") return `Turn ${turnNumber} is next`;
  return track?.turnNumber === turnNumber
    ? `Turn ${turnNumber} is being recorded`
    : `Waiting for turn ${turnNumber}`;
};
