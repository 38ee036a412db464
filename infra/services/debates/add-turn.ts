import { getRoleOfTurn } from "#shared/domain/debates/side.ts";
import { getNextTurnNumber, getTurnType } from "#shared/domain/debates/turn.ts";
import { selectRows, type Sql } from "#infra/db/sql.ts";
import type { AfterCommit } from "#infra/db/transaction.ts";
import type { Enqueue } from "#infra/queue/enqueue.ts";
import { TURN_COLUMNS_SQL, type TurnColumns } from "#infra/presenters/turn-presenter.ts";

/**
 * Adds no row if the debate is gone, if the turn number exists, or if user $5 already has $6 open
 * turns. An advisory lock makes the count correct for concurrent requests of one user. The new row
 * needs only a KEY SHARE lock of its debate. No other transaction's lock conflicts with it, so
 * there is no deadlock.
 */
export const INSERT_TURN_SQL = `
  WITH asker AS MATERIALIZED (SELECT turns_under_way($5::int) AS open),
  added AS (
    INSERT INTO turns AS t (debate_id, turn_number, role, type, asked_by, priority)
    SELECT id, $2::int, $3::text, $4::text, $5::int, asker.open FROM debates, asker
     WHERE id = $1 AND asker.open < $6::int
    ON CONFLICT DO NOTHING RETURNING ${TURN_COLUMNS_SQL}, t.priority)
  SELECT added.*, asker.open >= $6::int AS "isBusy" FROM asker LEFT JOIN added ON true`;

type AddedTurnRow = { isBusy: boolean } & ((TurnColumns & { priority: number }) | { id: null });

export interface TurnRequester {
  userId: number;
  openTurns: number;
}

interface DebateTurnState {
  id: number;
  currentTurn: number;
  maxTurns: number;
}

/**
 * Adds the debate's next turn and enqueues its job after the commit. Returns "busy" if the user has
 * too many open turns. Returns null if the turn exists already or the debate has all its turns.
 */
export const addTurn = async (
  sql: Sql,
  after: AfterCommit,
  enqueue: Enqueue,
  debate: DebateTurnState,
  { userId, openTurns }: TurnRequester,
): Promise<TurnColumns | "busy" | null> => {
  const turnNumber = getNextTurnNumber(debate);
  if (turnNumber === null) return null;
  const type = getTurnType(turnNumber, debate.maxTurns);
  const values = [debate.id, turnNumber, getRoleOfTurn(turnNumber), type, userId, openTurns];
  const [added] = await selectRows<AddedTurnRow>(sql, INSERT_TURN_SQL, values);
  if (!added || added.id === null) return added?.isBusy ? "busy" : null;
  const { id: turnId, attempt, priority } = added;
  after(() => enqueue("generate-turn", { turnId }, { attempt, priority }));
  return added;
};
