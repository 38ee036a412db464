/**
 * Auto-Play's pause before it requests the next turn. The pause starts with the judgement of the
 * last turn, or with the end of this turn if it is not judged.
 */
export const AUTO_PLAY_DELAY_MS = 3000;

/** Auto-Play waits at most this long after the end of a turn for its judgement. */
export const JUDGEMENT_TIMEOUT_MS = 20_000;

/**
 * Delay from the end of a turn to the next turn, if no judgement arrives. A judgement shortens the
 * delay.
 */
export const AUTO_PLAY_UNJUDGED_DELAY_MS = JUDGEMENT_TIMEOUT_MS + AUTO_PLAY_DELAY_MS;

/** Returns how many milliseconds the next turn still waits while the last turn is being judged. */
export const computeJudgementWaitMs = ({ now, writtenAt }: { now: number; writtenAt: number }) =>
  Math.max(0, writtenAt + AUTO_PLAY_UNJUDGED_DELAY_MS - now);
