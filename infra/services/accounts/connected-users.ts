import { mutateRows, selectRows, type Sql } from "#infra/db/sql.ts";

/**
 * A process that has not reported for this long counts as having no connected users and no
 * watchers.
 */
const PRESENCE_TIMEOUT_SQL = "interval '10 seconds'";

/** Each report of a process replaces its previous one. */
const RECORD_PRESENCE_SQL = `
  INSERT INTO connected_users (process, user_ids, debate_ids) VALUES ($1, $2::int[], $3::int[])
  ON CONFLICT (process) DO UPDATE
     SET user_ids = excluded.user_ids, debate_ids = excluded.debate_ids, seen_at = now()
  RETURNING process`;

export interface Presence {
  userIds: readonly number[];
  /** The debates whose pages are open. */
  debateIds: readonly number[];
}

export const recordPresence = (
  sql: Sql,
  process: string,
  { userIds, debateIds }: Presence,
): Promise<unknown> => mutateRows(sql, RECORD_PRESENCE_SQL, [process, userIds, debateIds]);

/**
 * Returns an SQL condition: whether a page of a debate is open. `debateId` is SQL for the debate's
 * id.
 */
export const isWatchedSql = (debateId: string): string => `
  EXISTS (SELECT FROM connected_users
           WHERE ${debateId} = ANY (debate_ids) AND seen_at > now() - ${PRESENCE_TIMEOUT_SQL})`;

const IS_CONNECTED_SQL = `
  SELECT EXISTS (SELECT FROM connected_users
                  WHERE $1 = ANY (user_ids) AND seen_at > now() - ${PRESENCE_TIMEOUT_SQL}) AS "isConnected"`;

export const isUserConnected = async (sql: Sql, userId: number): Promise<boolean> => {
  const [found] = await selectRows<{ isConnected: boolean }>(sql, IS_CONNECTED_SQL, [userId]);
  return found?.isConnected ?? false;
};
