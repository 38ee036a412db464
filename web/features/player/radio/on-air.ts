import type { LiveSpeech } from "#shared/contract/live.ts";

/** A sentence that is heard, or was heard last. */
export interface Heard {
  turnId: number;
  turnNumber: number;
  attempt: number;
  /** Of the sentence. */
  index: number;
  /** It is over, and nothing is heard since then. */
  isOver: boolean;
  /** Seconds from the beginning of its turn. */
  second: number;
}

/** What is heard at a moment on the air; null before the first sentence. */
export const heardAt = ({ turns }: Pick<LiveSpeech, "turns">, moment: number): Heard | null => {
  const turn = turns.findLast(({ sentences }) => (sentences[0]?.startsAt ?? Infinity) <= moment);
  if (!turn) return null;
  const { turnId, turnNumber, attempt, sentences } = turn;
  const index = sentences.findLastIndex(({ startsAt }) => startsAt <= moment);
  const sentence = sentences[index];
  if (!sentence) return null;
  const before = sentences.slice(0, index);
  const spokenMs = before.reduce((sum, { startsAt, endsAt }) => sum + endsAt - startsAt, 0);
  const within = Math.min(moment, sentence.endsAt) - sentence.startsAt;
  return {
    turnId,
    turnNumber,
    attempt,
    index,
    isOver: moment >= sentence.endsAt,
    second: (spokenMs + within) / 1000,
  };
};

/** When the last word that is known ends; 0 where there is none. */
export const lastWordAt = ({ turns }: Pick<LiveSpeech, "turns">): number =>
  turns.at(-1)?.sentences.at(-1)?.endsAt ?? 0;

/** A listener is as good as live up to here: it takes that long to come through. */
const LIVE_MS = 4000;
/** The voice takes longer than usual. */
const LATE_MS = 5000;
/** A pause is listened to for no longer: the server's own number. */
const LONGEST_PAUSE_MS = 600_000;

/** Whether there is nothing more to come after a moment on the air. */
export const isOverAt = (live: LiveSpeech, moment: number): boolean => {
  const isHeard = moment >= lastWordAt(live) - 1000;
  if (live.outlook === "more") return false;
  if (live.outlook === "pause") return isHeard && live.now - lastWordAt(live) > LONGEST_PAUSE_MS;
  return isHeard;
};

/** How it stands with what is heard at a moment, in words; `now` is the air's. */
export const airWord = (live: LiveSpeech, moment: number, now: number): string => {
  const isSilent = heardAt(live, moment)?.isOver ?? true;
  const sinceMs = moment - lastWordAt(live);
  if (isSilent && live.outlook === "pause") return "The debate pauses";
  if (isSilent && live.outlook === "more" && live.turns.length > 0 && sinceMs > LATE_MS)
    return "The voice pauses";
  return isLive(moment, now) ? "Live" : `${Math.round((now - moment) / 1000)} s behind`;
};

export const isLive = (moment: number, now: number): boolean => now - moment < LIVE_MS;
