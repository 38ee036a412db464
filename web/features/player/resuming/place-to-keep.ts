import type { PlayerState } from "../player-state.ts";
import type { Place } from "./kept-places.ts";

/** So far a voice comes until its place is kept anew, in seconds. */
const STEP_S = 5;
/** What is left before that is no place to go on from: it is the beginning. */
const BEGINNING_S = 10;

/** When a turn was heard to its end: the next one; null after the last of all. */
const afterTurn = ({ playlist, track }: PlayerState): Place | null => {
  const turnNumber = (track?.turnNumber ?? 0) + 1;
  const isLast = track?.turnId === playlist.tracks.at(-1)?.turnId;
  const isAllHeard = isLast && playlist.isOver && playlist.behindGate === 0;
  return isAllHeard ? null : { turnNumber, position: 0 };
};

/**
 * The place to be kept now, null for none any more; undefined while it is kept well enough. `last`
 * is what was kept before.
 */
export const placeToKeep = (
  before: PlayerState,
  state: PlayerState,
  last: Place | null,
): Place | null | undefined => {
  if (state.hasFinished && !before.hasFinished) return afterTurn(state);
  const { track, position, phase } = before;
  if (phase !== "playing" || track === null) return undefined;
  if (state.wait) return { turnNumber: state.wait.turnNumber, position: 0 };
  const { turnNumber } = track;
  if (turnNumber === 1 && position < BEGINNING_S) return undefined;
  const hasStopped = state.phase !== "playing" || state.track?.turnId !== track.turnId;
  const isFar = last?.turnNumber !== turnNumber || Math.abs(position - last.position) >= STEP_S;
  return hasStopped || isFar ? { turnNumber, position } : undefined;
};
