import type { LiveScheduleView } from "#shared/contract/debates/live-stream.ts";
import type { SpeechPart } from "#shared/contract/events.ts";
import { LIVE_DELAY_MS } from "#shared/domain/audio/sentence-schedule.ts";

/**
 * Adds a sentence that was just synthesized to the schedule, in the same way as the server. Returns
 * null if the schedule must be requested from the server instead: the sentence does not directly
 * follow the last scheduled one, or it plays so soon that its time depends on when exactly its
 * audio was ready.
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
