import { roleOfTurn } from "#shared/domain/side.ts";
import { nextTurnNumber, turnType } from "#shared/domain/turn.ts";
import { change, type Sql } from "../db/sql.ts";
import type { AfterCommit } from "../db/transaction.ts";
import type { Enqueue } from "../queue/enqueue.ts";
import { TURN_COLUMNS, type TurnColumns } from "../views/turn-view.ts";

/** Adds nothing when the debate is gone, or somebody else was faster: each number is there once. */
export const ADD_TURN = `
  INSERT INTO turns AS t (debate_id, turn_number, role, type)
  SELECT id, $2::int, $3::text, $4::text FROM debates WHERE id = $1
  ON CONFLICT DO NOTHING RETURNING ${TURN_COLUMNS}`;

/** A debate as far as its next turn depends on it. */
interface DebateSoFar {
  id: number;
  currentTurn: number;
  maxTurns: number;
}

/**
 * Adds the debate's next turn, and has the queue hear of it afterwards. Null where there is one
 * already, or the debate has had all of them.
 */
export const addTurn = async (
  sql: Sql,
  after: AfterCommit,
  enqueue: Enqueue,
  debate: DebateSoFar,
): Promise<TurnColumns | null> => {
  const turnNumber = nextTurnNumber(debate);
  if (turnNumber === null) return null;
  const type = turnType(turnNumber, debate.maxTurns);
  const values = [debate.id, turnNumber, roleOfTurn(turnNumber), type];
  const [turn] = await change<TurnColumns>(sql, ADD_TURN, values);
  if (!turn) return null;
  const { id: turnId, attempt } = turn;
  after(() => enqueue("generate-turn", { turnId }, { attempt }));
  return turn;
};
