import type { Debate } from "#shared/contract/debate.ts";
import type { DebateStanding } from "#shared/contract/events.ts";
import type { Turn } from "#shared/contract/turn.ts";
import { compareAudio, compareProgress } from "./merge-event.ts";

const utf8 = new TextEncoder();

const isTurnBehind = (known: Turn | undefined, row: DebateStanding["turns"][number]): boolean => {
  if (!known) return true;
  const progress = compareProgress(known, row);
  if (progress !== 0) return progress < 0;
  const isSpoken = row.status === "streaming" || row.status === "pending";
  return (
    (isSpoken && utf8.encode(known.content).length < row.bytes) ||
    (row.isJudged && known.judge === null) ||
    row.isHidden !== known.isHidden ||
    compareAudio(known.audio, row.audio) < 0
  );
};

/** Whether updates of turns were missed, judging by a snapshot from the server. */
export const areTurnsBehind = (turns: readonly Turn[], rows: DebateStanding["turns"]): boolean =>
  rows.some((row) =>
    isTurnBehind(
      turns.find(({ id }) => id === row.id),
      row,
    ),
  );

/** Scores arrive first, the verdict's text later. */
const scoresProgress = (scores: Debate["scores"]): number =>
  scores === null ? 0 : scores.reasoning === null ? 1 : 2;

const SETTINGS = [
  "refunded",
  "refusal",
  "isPublic",
  "shareEnabled",
  "onlyOwnerSteps",
  "spendingPause",
  "pace",
] as const;

/** Whether updates of the debate itself were missed. */
export const isDebateBehind = (debate: Debate, row: DebateStanding): boolean =>
  debate.currentTurn < row.currentTurn ||
  (debate.currentTurn === row.currentTurn && debate.status !== row.status) ||
  SETTINGS.some((setting) => debate[setting] !== row[setting]) ||
  debate.autoPlay.by?.id !== row.autoPlay.by?.id ||
  scoresProgress(debate.scores) < scoresProgress(row.scores);
