import { roleOfTurn } from "#shared/domain/side.ts";
import { nextTurnNumber, turnType } from "#shared/domain/turn.ts";
import { select, type Sql } from "../db/sql.ts";
import type { AfterCommit } from "../db/transaction.ts";
import type { Enqueue } from "../queue/enqueue.ts";
import { TURN_COLUMNS, type TurnColumns } from "../views/turn-view.ts";

/**
 * Adds nothing when the debate is gone, or somebody else was faster: each number is there once. Nor
 * where as many as $6 turns of the user $5 are under way, which is counted by one at a time: whoever
 * has locked a debate before that leaves its key alone, which the new turn refers to.
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

/** Who asks for a turn: some user, and how many of theirs may be under way. */
export interface Asker {
  userId: number;
  openTurns: number;
}

/** A debate as far as its next turn depends on it. */
interface DebateSoFar {
  id: number;
  currentTurn: number;
  maxTurns: number;
}

/**
 * Adds the debate's next turn, and has the queue hear of it afterwards. Null where there is one
 * already, or the debate has had all of them; "busy" where as many of the asker's are under way as
 * may be.
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
