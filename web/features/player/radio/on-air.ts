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
