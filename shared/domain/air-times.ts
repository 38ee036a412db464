import { TURN_GAP_MS } from "./programme.ts";

/** A sentence that has been spoken. */
export interface SpokenPart {
  /** Names its sound among those of its recording. */
  hash: string;
  /** How long it is. */
  ms: number;
  /** When it was there, in milliseconds since 1970, by the database's clock. */
  at: number;
}

/** What has been spoken of a turn so far. */
export interface SpokenTurn {
  turnNumber: number;
  parts: readonly SpokenPart[];
  /** Whether more of it will come. */
  isOpen: boolean;
}

/** A sentence on the air: from when to when, in milliseconds since 1970. */
export interface AirTime {
  turnNumber: number;
  /** Of the sentence in its turn. */
  index: number;
  startsAt: number;
  endsAt: number;
}

/** From a sentence being there to its being heard: every process knows of it by then. */
export const AIR_DELAY_MS = 500;
/** So far behind does one begin: players want some sound before they play any. */
export const BEHIND_MS = 1500;
/** Nobody goes on from further back. */
export const FURTHEST_BACK_MS = 900_000;
/** A pause is listened to for no longer. */
export const LONGEST_PAUSE_MS = 600_000;

/**
 * When each sentence of a debate is heard live: as soon as it is there, one after the other, with a
 * silence between turns. It is the same for all listeners and processes, and what has been on the air is
 * never moved by what comes later. Turns are given in order; none is heard before the one before has ended.
 */
export const airTimes = (turns: readonly SpokenTurn[]): AirTime[] => {
  const times: AirTime[] = [];
  let free = 0;
  for (const { turnNumber, parts, isOpen } of turns) {
    for (const [index, { ms, at }] of parts.entries()) {
      const startsAt = Math.max(at + AIR_DELAY_MS, free);
      free = startsAt + ms;
      times.push({ turnNumber, index, startsAt, endsAt: free });
    }
    if (isOpen) break;
    if (parts.length > 0) free += TURN_GAP_MS;
  }
  return times;
};
