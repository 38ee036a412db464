import type { PlayerState } from "./player-state.ts";
import { lengthOf, type Track } from "./track.ts";

/** A turn as a part of all that can be heard. Seconds. */
export interface Chapter {
  track: Track;
  /** Where it begins in the whole. */
  from: number;
  length: number;
}

/** The turns that can be heard, one after the other; what is not recorded yet is estimated. */
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

/** How far into the whole the voice has come; 0 where it is in none of it. */
export const placeInWhole = (chapters: readonly Chapter[], heard: Heard): number => {
  const { track, position, wait } = heard;
  const chapter = chapters.find((each) => each.track.turnId === track?.turnId);
  if (!chapter) return 0;
  // What comes after it is waited for.
  const isOver = wait !== null && chapter.track.turnNumber < wait.turnNumber;
  // Its file may be a moment longer than was said.
  return chapter.from + (isOver ? chapter.length : Math.min(position, chapter.length));
};

/** Which turn is heard at a place in the whole, and where in it; undefined where nothing is. */
export const atPlace = (
  chapters: readonly Chapter[],
  place: number,
): { track: Track; position: number } | undefined => {
  const wanted = Math.max(0, place);
  const chapter = chapters.findLast(({ from }) => from <= wanted);
  if (!chapter) return undefined;
  return { track: chapter.track, position: Math.min(wanted - chapter.from, chapter.length) };
};
