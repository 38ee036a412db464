/**
 * Auto-Play's pause before it requests the next turn: after the judgement of the last turn, or
 * after its end if it is not judged.
 */
export const AUTO_PLAY_DELAY_MS = 3000;

/** Auto-Play gives a judgement up this long after the end of its turn. */
export const JUDGEMENT_TIMEOUT_MS = 20_000;

/** Delay after the end of a turn that will be judged. Its judgement shortens the delay. */
export const AUTO_PLAY_UNJUDGED_DELAY_MS = JUDGEMENT_TIMEOUT_MS + AUTO_PLAY_DELAY_MS;

/** Milliseconds for which the next turn waits while the last one is being judged. */
export const computeJudgementWaitMs = ({ now, writtenAt }: { now: number; writtenAt: number }) =>
  Math.max(0, writtenAt + AUTO_PLAY_UNJUDGED_DELAY_MS - now);
