import type { LiveScheduleView } from "#shared/contract/debates/live-stream.ts";

/** The sentence being spoken; during silence, the last one. */
export interface LiveSentence {
  turnId: number;
  turnNumber: number;
  attempt: number;
  /** Index of the sentence within the turn. */
  index: number;
  /** Whether the sentence has ended and no other has started. */
  isOver: boolean;
  /** Seconds of speech from the start of the turn to the current position. */
  second: number;
}

/** The current or last sentence at a stream time; null before the first one. */
export const findLiveSentenceAt = (
  { turns }: Pick<LiveScheduleView, "turns">,
  streamTime: number,
): LiveSentence | null => {
  const turn = turns.findLast(
    ({ sentences }) => (sentences[0]?.startsAt ?? Infinity) <= streamTime,
  );
  if (!turn) return null;
  const { turnId, turnNumber, attempt, sentences } = turn;
  const index = sentences.findLastIndex(({ startsAt }) => startsAt <= streamTime);
  const sentence = sentences[index];
  if (!sentence) return null;
  const previousSentences = sentences.slice(0, index);
  const spokenMs = previousSentences.reduce(
    (sum, { startsAt, endsAt }) => sum + endsAt - startsAt,
    0,
  );
  const elapsedMs = Math.min(streamTime, sentence.endsAt) - sentence.startsAt;
  return {
    turnId,
    turnNumber,
    attempt,
    index,
    isOver: streamTime >= sentence.endsAt,
    second: (spokenMs + elapsedMs) / 1000,
  };
};

/** Stream time at which the last scheduled sentence ends; 0 if there is none. */
export const getLastWordEnd = ({ turns }: Pick<LiveScheduleView, "turns">): number =>
  turns.at(-1)?.sentences.at(-1)?.endsAt ?? 0;
