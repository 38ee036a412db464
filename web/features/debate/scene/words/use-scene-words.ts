import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { findLatestScore, selectMood } from "#shared/domain/debates/mood.ts";
import type { Role } from "#shared/domain/debates/side.ts";
import type { StageSide } from "../../stage/stage-bar.tsx";
import { useCaption } from "./use-caption.ts";
import { useJudgeMoment } from "./use-judge-moment.ts";

interface SceneWordsOptions {
  /** The turn as far as it is spoken; undefined before the first words. */
  shown: Turn | undefined;
  /** The same turn with its whole text, including words that have not been spoken yet. */
  whole: Turn | undefined;
  /** The turns whose judgement may be shown. */
  turns: readonly Turn[];
  /** Whether a turn after `shown` is being spoken. */
  isSpeaking: boolean;
  isPaused?: boolean;
}

/** The words of the scene: a caption of the turn, or the judge's quote and ruling. */
export const useSceneWords = (options: SceneWordsOptions) => {
  const { shown, whole, turns, isSpeaking, isPaused } = options;
  const caption = useCaption(shown, whole, isPaused);
  const isReading = caption !== null && !caption.isOver;
  const judge = useJudgeMoment(turns, { isSpeaking, isReading, isPaused });
  const { moment } = judge;
  const speaker: Role | null = isReading ? (shown?.role ?? null) : null;
  return {
    caption,
    isReading,
    ...judge,
    speaker,
    /** The turn whose ruling is shown. Between two turns the last ruling stays. */
    judged: isReading || shown?.score === null ? undefined : (moment?.turn ?? shown),
    lit: moment ? ("judge" as const) : speaker,
  };
};

export type SceneWords = ReturnType<typeof useSceneWords>;

/**
 * Returns the side with the mood and activity that fit what the scene shows. `side` may be ahead of
 * the scene: a turn that was written and judged may still be spoken or read.
 */
export const toShownSide = (
  side: StageSide,
  { speaker, moment }: Pick<SceneWords, "speaker" | "moment">,
  { format, turns }: Pick<Debate, "format"> & { turns: readonly Turn[] },
): StageSide => {
  if (speaker === null && moment === null) return side;
  const mood = selectMood(side.role, {
    speaker,
    latestScore: moment?.phase === "ruling" ? findLatestScore(turns) : null,
    winner: null,
    behind: side.mood === "worried" ? side.role : null,
    isRoast: format === "roast",
  });
  const isSpeaker = side.role === speaker;
  return { ...side, mood, activity: side.activity ?? (isSpeaker ? "speaking" : null) };
};
