import type { PlayerState } from "../player-state.ts";
import type { ListeningPosition } from "./saved-positions.ts";

/** The position is saved again after this many seconds of progress. */
const SAVE_EVERY_S = 5;
/** Positions in turn 1 before this second are not worth resuming. */
const IGNORED_START_S = 10;

/** The position after a finished turn: the start of the next turn; null after the last one. */
const positionAfterTurn = ({ playlist, track }: PlayerState): ListeningPosition | null => {
  const turnNumber = (track?.turnNumber ?? 0) + 1;
  const isLast = track?.turnId === playlist.tracks.at(-1)?.turnId;
  const isAllHeard = isLast && playlist.isOver && playlist.lockedTurnCount === 0;
  return isAllHeard ? null : { turnNumber, position: 0 };
};

/**
 * The position to save now: null deletes the saved one, undefined keeps it. `last` is the position
 * that was saved before.
 */
export const getPositionToSave = (
  before: PlayerState,
  state: PlayerState,
  last: ListeningPosition | null,
): ListeningPosition | null | undefined => {
  if (state.hasFinished && !before.hasFinished) return positionAfterTurn(state);
  const { track, position, phase } = before;
  if (phase !== "playing" || track === null) return undefined;
  if (state.wait) return { turnNumber: state.wait.turnNumber, position: 0 };
  const { turnNumber } = track;
  if (turnNumber === 1 && position < IGNORED_START_S) return undefined;
  const hasStopped = state.phase !== "playing" || state.track?.turnId !== track.turnId;
  const hasMoved =
    last?.turnNumber !== turnNumber || Math.abs(position - last.position) >= SAVE_EVERY_S;
  return hasStopped || hasMoved ? { turnNumber, position } : undefined;
};
