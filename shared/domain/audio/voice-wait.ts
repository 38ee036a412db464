/** How far the newest turn has been spoken. Times are milliseconds since 1970. */
export interface VoiceProgress {
  now: number;
  writtenAt: number;
  /** When the last scheduled sentence ends. */
  lastWordAt: number;
  /** Whether more sentences will follow. */
  isSpeaking: boolean;
}

export const SILENT_VOICE_TIMEOUT_MS = 15_000;
/** Maximum wait for the end of a turn's speech, from the time when the turn was written. */
export const MAX_VOICE_WAIT_MS = 600_000;

/**
 * Milliseconds for which the next turn waits until the last turn has been spoken; 0 if it can
 * start.
 */
export const computeVoiceWaitMs = ({
  now,
  writtenAt,
  lastWordAt,
  isSpeaking,
}: VoiceProgress): number => {
  const spokenAt = isSpeaking
    ? Math.max(lastWordAt, writtenAt) + SILENT_VOICE_TIMEOUT_MS
    : lastWordAt;
  return Math.max(0, Math.min(spokenAt, writtenAt + MAX_VOICE_WAIT_MS) - now);
};
