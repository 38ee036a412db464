import { TURN_TYPE_LABEL } from "#shared/domain/debates/turn.ts";
import type { PlayerState } from "./player-state.ts";
import type { Track } from "./track.ts";

export const getStatusLabel = (state: PlayerState): string => {
  const { phase, isBuffering, hasFinished, upcoming } = state;
  if (phase === "error") return "Error";
  if (phase === "loading" || upcoming) return "Loading...";
  if (phase === "playing") return isBuffering ? "Buffering..." : "Playing";
  if (phase === "paused") return "Paused";
  return hasFinished ? "Completed" : "Ready to play";
};

/**
 * The turn that plays now or plays next. Null while Play All waits for a later turn than the one in
 * the player.
 */
export const getAudibleTrack = ({ track, wait }: PlayerState): Track | null =>
  wait && track && track.turnNumber < wait.turnNumber ? null : track;

/** Whether a visitor has heard all turns that visitors may hear, and there are more. */
export const isAtVisitorLimit = ({ phase, hasFinished, playlist, track }: PlayerState): boolean =>
  phase === "stopped" &&
  hasFinished &&
  playlist.isOver &&
  playlist.lockedTurnCount > 0 &&
  track?.turnId === playlist.tracks.at(-1)?.turnId;

/** What the player waits for, or why it failed; usually null. */
export const getStatusDetail = (state: PlayerState): string | null => {
  const { error, wait } = state;
  if (wait === null) return error;
  const { until, turnNumber } = wait;
  if (getAudibleTrack(state) === null) return `Waiting for turn ${turnNumber}`;
  return until === "turn" ? `Turn ${turnNumber} is being recorded` : `Turn ${turnNumber} is next`;
};

/** Says which turn is playing, and which one is being written meanwhile. */
export const getTurnLabel = (state: PlayerState): string => {
  const track = getAudibleTrack(state);
  const { streamingTurnNumber } = state.playlist;
  if (track === null) return "";
  const { turnNumber, type } = track;
  return streamingTurnNumber === null
    ? `Turn ${turnNumber} · ${TURN_TYPE_LABEL[type]}`
    : `Playing turn ${turnNumber} · writing turn ${streamingTurnNumber}`;
};
