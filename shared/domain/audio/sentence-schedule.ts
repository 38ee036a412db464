export interface SpokenPart {
  /** Identifies the sentence's MP3 among the parts of the recording. */
  hash: string;
  ms: number;
  /** When the sentence was synthesized, in milliseconds since 1970, by the database's clock. */
  at: number;
}

export interface SpokenTurn {
  turnNumber: number;
  parts: readonly SpokenPart[];
  /** Whether more sentences will follow. */
  isOpen: boolean;
}

/** A sentence with its play time, in milliseconds since 1970. */
export interface ScheduledSentence {
  turnNumber: number;
  /** Position of the sentence in its turn, from 0. */
  index: number;
  startsAt: number;
  endsAt: number;
}

/**
 * Time from a sentence's synthesis to its playback. In this time every process receives the
 * sentence.
 */
export const LIVE_DELAY_MS = 500;
/**
 * Silence after the last word of a turn. Meanwhile the page highlights the words that the judge
 * quotes, for 1 s. Then it shows the ruling, the judge's one sentence of at most 15 words.
 */
export const LIVE_TURN_GAP_MS = 5000;
/** How far behind the live edge a listener starts, because players buffer before they play. */
export const JOIN_OFFSET_MS = 1500;
/** Maximum distance behind the live edge at which a listener can start. */
export const MAX_REWIND_MS = 900_000;
/**
 * Maximum silence that a live stream plays while it waits for more sentences. The stream then ends.
 */
export const MAX_LISTENED_PAUSE_MS = 600_000;

/**
 * Schedules a debate's sentences: each plays as soon as it is available, one after the other, with
 * a gap between turns. The result is the same in every process, and later sentences never move
 * earlier ones. Turns must be in order; a turn starts after the previous one has ended.
 */
export const scheduleSentences = (turns: readonly SpokenTurn[]): ScheduledSentence[] => {
  const scheduled: ScheduledSentence[] = [];
  let freeAt = 0;
  for (const { turnNumber, parts, isOpen } of turns) {
    for (const [index, { ms, at }] of parts.entries()) {
      const startsAt = Math.max(at + LIVE_DELAY_MS, freeAt);
      freeAt = startsAt + ms;
      scheduled.push({ turnNumber, index, startsAt, endsAt: freeAt });
    }
    if (isOpen) break;
    if (parts.length > 0) freeAt += LIVE_TURN_GAP_MS;
  }
  return scheduled;
};
