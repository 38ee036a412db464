import type { Judgement, Turn, TurnAudio } from "#shared/contract/turn.ts";
import { maySeeHidden } from "#shared/domain/moderation.ts";
import { maySeeJudgement } from "#shared/domain/visitor.ts";
import type { Viewer } from "#shared/domain/viewer.ts";
import type { Turn as TurnRow } from "../db/entities/turn.ts";
import { TURN_AUDIO } from "./turn-audio.ts";

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
  | "feedback"
  | "judge"
  | "quotes"
> & { audio?: TurnAudio | null };

export const TURN_COLUMNS = `
  t.id, t.debate_id AS "debateId", t.turn_number AS "turnNumber", t.role, t.type, t.status, t.attempt,
  t.content, t.error, t.is_hidden AS "isHidden", t.score, t.feedback, t.judge, t.quotes,
  (SELECT ${TURN_AUDIO} FROM audio_cache a
    WHERE a.turn_id = t.id AND t.status = 'complete') AS audio`;

const NO_AUDIO: TurnAudio = { status: "none", durationMs: null, version: 0 };
const UNJUDGED: Judgement = { score: null, feedback: null, judge: null, quotes: null };

const judgement = (row: TurnColumns): Judgement =>
  row.judge === null
    ? UNJUDGED
    : { score: row.score, feedback: row.feedback, judge: row.judge, quotes: row.quotes };

/** Replaces the text of a hidden turn and everything that repeats it. */
export const HIDDEN = { content: "", feedback: null, quotes: [], audio: NO_AUDIO };

export const turnView = (row: TurnColumns, viewer: Viewer): Turn =>
  seenTurn(row.isHidden && !maySeeHidden(viewer) ? { ...row, ...HIDDEN } : row, viewer);

const seenTurn = (row: TurnColumns, viewer: Viewer): Turn => ({
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
  audio: row.audio ?? NO_AUDIO,
  ...(maySeeJudgement(viewer) ? judgement(row) : UNJUDGED),
});
