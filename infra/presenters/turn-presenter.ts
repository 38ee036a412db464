import type { Judgement, Turn, TurnAudio } from "#shared/contract/debates/turn.ts";
import { NO_JUDGEMENT } from "#shared/domain/debates/judging/sealed-results.ts";
import { canSeeHidden } from "#shared/domain/moderation.ts";
import { canSeeJudgement } from "#shared/domain/accounts/visitor-limits.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import type { TurnEntity as TurnRow } from "../db/entities/turn.ts";
import { TURN_AUDIO_SQL } from "./turn-audio-presenter.ts";

export type TurnColumns = Pick<
  TurnRow,
  | "id"
  | "debateId"
  | "turnNumber"
  | "role"
  | "type"
  | "status"
  | "attempt"
  | "content"
  | "error"
  | "isHidden"
  | "score"
  | "ruling"
  | "feedback"
  | "judge"
  | "quotes"
  | "model"
  | "judgeModel"
> & { audio?: TurnAudio | null };

export const TURN_COLUMNS_SQL = `
  t.id, t.debate_id AS "debateId", t.turn_number AS "turnNumber", t.role, t.type, t.status, t.attempt,
  t.content, t.error, t.is_hidden AS "isHidden", t.score, t.ruling, t.feedback,
  t.judge, t.quotes, t.model, t.judge_model AS "judgeModel",
  (SELECT ${TURN_AUDIO_SQL} FROM audio_cache a
    WHERE a.turn_id = t.id AND t.status = 'complete') AS audio`;

const NO_AUDIO: TurnAudio = { status: "none", durationMs: null, version: 0 };

const presentJudgement = (row: TurnColumns): Judgement =>
  row.judge === null
    ? NO_JUDGEMENT
    : {
        score: row.score,
        ruling: row.ruling,
        feedback: row.feedback,
        judge: row.judge,
        judgeModel: row.judgeModel,
        quotes: row.quotes,
      };

/** Fields that replace the text of a hidden turn and everything that repeats the text. */
export const HIDDEN_TURN_FIELDS = {
  content: "",
  ruling: null,
  feedback: null,
  quotes: [],
  audio: NO_AUDIO,
};

/**
 * Presents a turn to this viewer. Visitors never get the judge's results. If `isSealed` is true,
 * members do not get them either.
 */
export const presentTurn = (row: TurnColumns, viewer: Viewer, isSealed: boolean): Turn =>
  presentVisibleTurn(
    row.isHidden && !canSeeHidden(viewer) ? { ...row, ...HIDDEN_TURN_FIELDS } : row,
    canSeeJudgement(viewer) && !isSealed,
  );

const presentVisibleTurn = (row: TurnColumns, isJudgementSeen: boolean): Turn => ({
  id: row.id,
  debateId: row.debateId,
  turnNumber: row.turnNumber,
  role: row.role,
  type: row.type,
  status: row.status,
  attempt: row.attempt,
  content: row.content,
  error: row.error,
  isHidden: row.isHidden,
  model: row.model,
  audio: row.audio ?? NO_AUDIO,
  ...(isJudgementSeen ? presentJudgement(row) : NO_JUDGEMENT),
});
