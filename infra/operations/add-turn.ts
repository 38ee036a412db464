import { roleOfTurn } from "#shared/domain/side.ts";
import { nextTurnNumber, turnType } from "#shared/domain/turn.ts";
import { select, type Sql } from "../db/sql.ts";
import type { AfterCommit } from "../db/transaction.ts";
import type { Enqueue } from "../queue/enqueue.ts";
import { TURN_COLUMNS, type TurnColumns } from "../views/turn-view.ts";

/**
 * Adds no row if the debate is gone, if the turn number exists already, or if the user $5 already
 * has $6 open turns. An advisory lock serializes the count per user. The new row only needs a KEY
 * SHARE lock of its debate, which does not conflict with the locks of other transactions: no
 * deadlock.
 */
export const ADD_TURN = `
  WITH asker AS MATERIALIZED (SELECT turns_under_way($5::int) AS open),
  added AS (
    INSERT INTO turns AS t (debate_id, turn_number, role, type, asked_by, priority)
    SELECT id, $2::int, $3::text, $4::text, $5::int, asker.open FROM debates, asker
     WHERE id = $1 AND asker.open < $6::int
    ON CONFLICT DO NOTHING RETURNING ${TURN_COLUMNS}, t.priority)
  SELECT added.*, asker.open >= $6::int AS "isBusy" FROM asker LEFT JOIN added ON true`;

type Added = { isBusy: boolean } & ((TurnColumns & { priority: number }) | { id: null });

export interface Asker {
  userId: number;
  openTurns: number;
}

interface DebateSoFar {
  id: number;
  currentTurn: number;
  maxTurns: number;
}

/**
 * Adds the debate's next turn and enqueues its job after the commit. Returns null if the turn
 * exists already or the debate has all its turns; "busy" if the user has too many open turns.
 */
export const addTurn = async (
  sql: Sql,
  after: AfterCommit,
  enqueue: Enqueue,
  debate: DebateSoFar,
  { userId, openTurns }: Asker,
): Promise<TurnColumns | "busy" | null> => {
  const turnNumber = nextTurnNumber(debate);
  if (turnNumber === null) return null;
  const type = turnType(turnNumber, debate.maxTurns);
  const values = [debate.id, turnNumber, roleOfTurn(turnNumber), type, userId, openTurns];
  const [added] = await select<Added>(sql, ADD_TURN, values);
  if (!added || added.id === null) return added?.isBusy ? "busy" : null;
  const { id: turnId, attempt, priority } = added;
  after(() => enqueue("generate-turn", { turnId }, { attempt, priority }));
  return added;
};
