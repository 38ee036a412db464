/** The voice of a debate that is watched as a show; times in milliseconds since 1970. */
export interface Voice {
  now: number;
  /** When the last turn was written to its end. */
  writtenAt: number;
  /** When the last word that it is known to say ends. */
  lastWordAt: number;
  /** More will be said of what is written. */
  isSpeaking: boolean;
}

/** A voice of which nothing is heard any more is waited for so long, */
export const SILENT_VOICE_MS = 15_000;
/** and one that speaks no longer than this after a turn was written. */
export const LONGEST_SHOW_MS = 600_000;

/** For how many milliseconds the next turn of a show still waits for the voice: 0 when it may come. */
export const showWaitMs = ({ now, writtenAt, lastWordAt, isSpeaking }: Voice): number => {
  const spokenAt = isSpeaking ? Math.max(lastWordAt, writtenAt) + SILENT_VOICE_MS : lastWordAt;
  return Math.max(0, Math.min(spokenAt, writtenAt + LONGEST_SHOW_MS) - now);
};
