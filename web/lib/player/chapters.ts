import type { PlayerState } from "./player-state.ts";
import { getTrackDurationS, type Track } from "./track.ts";

/** A turn on the time line of the episode (the whole debate as audio). Times are in seconds. */
export interface Chapter {
  track: Track;
  /** Where the turn starts in the episode. */
  from: number;
  length: number;
}

/** Places the turns one after another. Turns without a recording have an estimated length. */
export const buildChapters = (tracks: readonly Track[]): Chapter[] => {
  let from = 0;
  return tracks.map((track) => {
    const length = getTrackDurationS(track) ?? track.estimatedDurationS;
    const chapter = { track, from, length };
    from += length;
    return chapter;
  });
};

export const getTotalDurationS = (chapters: readonly Chapter[]): number => {
  const last = chapters.at(-1);
  return last ? last.from + last.length : 0;
};

type PlaybackPosition = Pick<PlayerState, "track" | "position" | "wait">;

/** Playback position in the episode, in seconds; 0 if the current turn is not part of it. */
export const toEpisodePositionS = (
  chapters: readonly Chapter[],
  playback: PlaybackPosition,
): number => {
  const { track, position, wait } = playback;
  const chapter = chapters.find((each) => each.track.turnId === track?.turnId);
  if (!chapter) return 0;
  // The turn is over if the player already waits for a later one.
  const isOver = wait !== null && chapter.track.turnNumber < wait.turnNumber;
  // The audio file may be slightly longer than the recorded duration.
  return chapter.from + (isOver ? chapter.length : Math.min(position, chapter.length));
};

/**
 * The turn at a position in the episode, and the position in that turn; undefined if there are no
 * turns.
 */
export const findTrackAtPosition = (
  chapters: readonly Chapter[],
  episodePositionS: number,
): { track: Track; position: number } | undefined => {
  const targetS = Math.max(0, episodePositionS);
  const chapter = chapters.findLast(({ from }) => from <= targetS);
  if (!chapter) return undefined;
  return { track: chapter.track, position: Math.min(targetS - chapter.from, chapter.length) };
};
