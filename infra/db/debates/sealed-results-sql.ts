import { SEAL_LIFETIME_MS } from "#shared/domain/debates/judging/sealed-results.ts";
import { selectRows, type Sql } from "../sql.ts";

/**
 * SQL version of the function `isSealInForce`, over `debates d`: whether the last results are still
 * hidden from members who have neither voted nor skipped the vote.
 */
export const IS_SEAL_IN_FORCE_SQL = `
  (d.status <> 'completed'
   OR coalesce(d.spoken_at > now() - interval '${SEAL_LIFETIME_MS} milliseconds', false))`;

/**
 * SQL condition over `debates d`: whether the last results are sealed, that is, hidden until the
 * user votes or skips the vote. `userId` is an SQL expression. The condition does not apply to
 * visitors, who never get results.
 */
export const isSealedForSql = (userId: string): string => `
  (${IS_SEAL_IN_FORCE_SQL}
   AND NOT EXISTS (SELECT FROM votes v WHERE v.debate_id = d.id AND v.user_id = ${userId})
   AND NOT EXISTS (SELECT FROM skipped_votes s WHERE s.debate_id = d.id AND s.user_id = ${userId}))`;

/** SQL for the ids of users who have voted on `debates d` or skipped the vote, as a JSON array. */
export const ANSWERED_BY_SQL = `
  (SELECT coalesce(json_agg(user_id), '[]')
     FROM (SELECT user_id FROM votes WHERE debate_id = d.id
           UNION SELECT user_id FROM skipped_votes WHERE debate_id = d.id) AS answers)`;

export const HAS_ANSWERED_SQL = `
  SELECT EXISTS (SELECT FROM votes WHERE debate_id = $1 AND user_id = $2)
      OR EXISTS (SELECT FROM skipped_votes WHERE debate_id = $1 AND user_id = $2) AS "hasAnswered"`;

/** Whether a user has voted on a debate or skipped the vote. */
export const hasAnswered = async (sql: Sql, debateId: number, userId: number): Promise<boolean> => {
  const rows = await selectRows<{ hasAnswered: boolean }>(sql, HAS_ANSWERED_SQL, [
    debateId,
    userId,
  ]);
  return rows[0]?.hasAnswered ?? false;
};
