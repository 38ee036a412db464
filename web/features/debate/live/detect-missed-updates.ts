import type { Debate } from "#shared/contract/debates/debate.ts";
import type { DebateSnapshot } from "#shared/contract/events.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { compareAudioProgress, compareProgress } from "./merge-turn-event.ts";

const utf8 = new TextEncoder();

const hasMissedTurnUpdate = (
  current: Turn | undefined,
  row: DebateSnapshot["turns"][number],
): boolean => {
  if (!current) return true;
  const progress = compareProgress(current, row);
  if (progress !== 0) return progress < 0;
  const isSpoken = row.status === "streaming" || row.status === "pending";
  return (
    (isSpoken && utf8.encode(current.content).length < row.bytes) ||
    (row.isJudged && current.judge === null) ||
    row.isHidden !== current.isHidden ||
    compareAudioProgress(current.audio, row.audio) < 0
  );
};

/** Whether the page missed updates of turns, compared with the server's snapshot. */
export const hasMissedTurnUpdates = (
  turns: readonly Turn[],
  rows: DebateSnapshot["turns"],
): boolean =>
  rows.some((row) =>
    hasMissedTurnUpdate(
      turns.find(({ id }) => id === row.id),
      row,
    ),
  );

/** Orders the stages of a verdict: no scores, scores without the verdict's text, both. */
const getScoresRank = (scores: Debate["scores"]): number =>
  scores === null ? 0 : scores.reasoning === null ? 1 : 2;

const COMPARED_SETTINGS = [
  "refunded",
  "refusal",
  "isPublic",
  "shareEnabled",
  "onlyOwnerSteps",
  "spendingPause",
  "pace",
] as const;

/** Whether the page missed updates of the debate itself, compared with the server's snapshot. */
export const hasMissedDebateUpdate = (debate: Debate, row: DebateSnapshot): boolean =>
  debate.currentTurn < row.currentTurn ||
  (debate.currentTurn === row.currentTurn && debate.status !== row.status) ||
  COMPARED_SETTINGS.some((setting) => debate[setting] !== row[setting]) ||
  (row.language !== undefined && debate.language !== row.language) ||
  debate.autoPlay.by?.id !== row.autoPlay.by?.id ||
  getScoresRank(debate.scores) < getScoresRank(row.scores);
