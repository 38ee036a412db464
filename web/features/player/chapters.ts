import type { PlayerState } from "./player-state.ts";
import { lengthOf, type Track } from "./track.ts";

/** One turn on the episode's time line. In seconds. */
export interface Chapter {
  track: Track;
  /** Start within the episode. */
  from: number;
  length: number;
}

/** The playable turns back to back. Unrecorded turns count with their estimated duration. */
export const chaptersOf = (tracks: readonly Track[]): Chapter[] => {
  let from = 0;
  return tracks.map((track) => {
    const length = lengthOf(track) ?? track.estimate;
    const chapter = { track, from, length };
    from += length;
    return chapter;
  });
};

export const wholeLength = (chapters: readonly Chapter[]): number => {
  const last = chapters.at(-1);
  return last ? last.from + last.length : 0;
};

type Heard = Pick<PlayerState, "track" | "position" | "wait">;

/** Playback position within the episode, in seconds; 0 if the current turn is not in it. */
export const placeInWhole = (chapters: readonly Chapter[], heard: Heard): number => {
  const { track, position, wait } = heard;
  const chapter = chapters.find((each) => each.track.turnId === track?.turnId);
  if (!chapter) return 0;
  // The player already waits for a later turn.
  const isOver = wait !== null && chapter.track.turnNumber < wait.turnNumber;
  // The audio file may be slightly longer than the recorded duration.
  return chapter.from + (isOver ? chapter.length : Math.min(position, chapter.length));
};

/**
 * The turn at an episode position and the position within that turn; undefined if there are no
 * turns.
 */
export const atPlace = (
  chapters: readonly Chapter[],
  place: number,
): { track: Track; position: number } | undefined => {
  const wanted = Math.max(0, place);
  const chapter = chapters.findLast(({ from }) => from <= wanted);
  if (!chapter) return undefined;
  return { track: chapter.track, position: Math.min(wanted - chapter.from, chapter.length) };
};
