import type { LiveScheduleView } from "#shared/contract/debates/live-stream.ts";
import type { SpeechPart } from "#shared/contract/events.ts";
import { LIVE_DELAY_MS } from "#shared/domain/audio/sentence-schedule.ts";

/**
 * Adds a newly synthesized sentence to the live schedule, with the same rule as the server. Returns
 * null if the page must request the schedule instead. That is the case if the sentence does not
 * directly follow the last scheduled one. It is also the case if the sentence plays so soon that
 * its time depends on when its audio was ready.
 */
export const appendSentence = (
  schedule: LiveScheduleView,
  { turnId, attempt, index, startMs, endMs }: SpeechPart,
  now: number,
): LiveScheduleView | null => {
  const turn = schedule.turns.at(-1);
  const startsAt = turn?.sentences.at(-1)?.endsAt;
  const isNext =
    turn?.turnId === turnId && turn.attempt === attempt && turn.sentences.length === index;
  if (!turn || !isNext || startsAt === undefined || startsAt < now + LIVE_DELAY_MS) return null;
  const sentence = { startsAt, endsAt: startsAt + endMs - startMs };
  return {
    ...schedule,
    turns: [...schedule.turns.slice(0, -1), { ...turn, sentences: [...turn.sentences, sentence] }],
  };
};
