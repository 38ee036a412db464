import { TURN_TYPE_LABEL } from "#shared/domain/turn.ts";
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

/** Whether a visitor has heard all that they may, and there is more. */
export const isAtGate = ({ phase, hasFinished, playlist, track }: PlayerState): boolean =>
  phase === "stopped" &&
  hasFinished &&
  playlist.isOver &&
  playlist.behindGate > 0 &&
  track?.turnId === playlist.tracks.at(-1)?.turnId;

/** What it waits for, or why it failed; null mostly. */
export const statusDetail = (state: PlayerState): string | null => {
  const { error, wait } = state;
  if (wait === null) return error;
  const { until, turnNumber } = wait;
  if (trackInTurn(state) === null) return `Waiting for turn ${turnNumber}`;
  return until === "turn" ? `Turn ${turnNumber} is being recorded` : `Turn ${turnNumber} is next`;
};

/** Which turn is heard: and, while another is written, that these are two. */
export const whereHeard = (state: PlayerState): string => {
  const track = trackInTurn(state);
  const { writing } = state.playlist;
  if (track === null) return "";
  const { turnNumber, type } = track;
  return writing === null
    ? `Turn ${turnNumber} · ${TURN_TYPE_LABEL[type]}`
    : `Hearing turn ${turnNumber} · writing turn ${writing}`;
};
