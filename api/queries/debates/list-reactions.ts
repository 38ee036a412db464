import { selectRows, type Sql } from "#infra/db/sql.ts";
import type { TurnReactions } from "#shared/contract/debates/reactions.ts";

/** Hidden turns are left out, and so are reactions to an earlier attempt. */
const REACTIONS_SQL = `
  SELECT r.turn_id AS "turnId", r.attempt, r.sentence, count(*)::int AS count
    FROM turns t JOIN sentence_reactions r ON r.turn_id = t.id AND r.attempt = t.attempt
   WHERE t.debate_id = $1 AND NOT t.is_hidden
   GROUP BY r.turn_id, r.attempt, r.sentence
   ORDER BY r.turn_id, r.sentence`;

interface ReactionColumns {
  turnId: number;
  attempt: number;
  sentence: number;
  count: number;
}

/** Returns the reactions to a debate's turns, without turns that have none. */
export const listReactions = async (sql: Sql, debateId: number): Promise<TurnReactions[]> => {
  const turns: TurnReactions[] = [];
  for (const row of await selectRows<ReactionColumns>(sql, REACTIONS_SQL, [debateId])) {
    const { turnId, attempt, sentence, count } = row;
    const last = turns.at(-1);
    if (last?.turnId === turnId) last.sentences.push({ sentence, count });
    else turns.push({ turnId, attempt, sentences: [{ sentence, count }] });
  }
  return turns;
};
