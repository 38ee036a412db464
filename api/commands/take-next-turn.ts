import { change, select } from "#infra/db/sql.ts";
import { takeEffect } from "#infra/db/transaction.ts";
import { TURN_COLUMNS, type TurnColumns, turnView } from "#infra/views/turn-view.ts";
import type { DebateStatus } from "#shared/domain/debate.ts";
import type { Turn } from "#shared/contract/turn.ts";
import { may } from "#shared/domain/rights.ts";
import { roleOfTurn } from "#shared/domain/side.ts";
import { nextTurnNumber, turnType } from "#shared/domain/turn.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../context.ts";

/** A debate with its turn that is not finished, if there is one. */
const STEP = `
  SELECT d.user_id AS "userId", d.is_public AS "isPublic", d.status AS "debateStatus", d.refunded,
         d.max_turns AS "maxTurns", d.current_turn AS "currentTurn", ${TURN_COLUMNS}
    FROM debates d LEFT JOIN turns t ON t.debate_id = d.id AND t.status <> 'complete'
   WHERE d.id = $1`;

interface StepColumns {
  userId: number;
  isPublic: boolean;
  debateStatus: DebateStatus;
  refunded: boolean;
  maxTurns: number;
  currentTurn: number;
}
type Step = StepColumns & (TurnColumns | { id: null });

/** Adds nothing when the debate has moved on, or somebody else was faster. */
const ADD_TURN = `
  INSERT INTO turns AS t (debate_id, turn_number, role, type)
  SELECT id, $2::int, $3::text, $4::text FROM debates WHERE id = $1 AND current_turn = $2::int - 1
  ON CONFLICT DO NOTHING RETURNING ${TURN_COLUMNS}`;

const addTurn = async (
  { reads, logger, enqueue }: Context,
  debateId: number,
  { maxTurns }: StepColumns,
  turnNumber: number,
): Promise<TurnColumns | null> => {
  const values = [debateId, turnNumber, roleOfTurn(turnNumber), turnType(turnNumber, maxTurns)];
  const [turn] = await change<TurnColumns>(reads, ADD_TURN, values);
  if (!turn) return null;
  const { id: turnId, attempt } = turn;
  await takeEffect(logger, () => enqueue("generate-turn", { turnId }, { attempt }));
  return turn;
};

/**
 * The turn under way, or the next one, as two statements without a lock: what nearly every request
 * wants. Null where there is more to it.
 */
export const takeNextTurn = async (
  context: Context,
  viewer: SignedIn,
  debateId: number,
): Promise<Turn | null> => {
  const [step] = await select<Step>(context.reads, STEP, [debateId]);
  if (!step || !may(viewer, "step", { ...step, status: step.debateStatus })) return null;
  if (step.id !== null) return step.status === "failed" ? null : turnView(step, viewer);
  const turnNumber = step.refunded ? null : nextTurnNumber(step);
  const turn = turnNumber && (await addTurn(context, debateId, step, turnNumber));
  return turn ? turnView(turn, viewer) : null;
};
