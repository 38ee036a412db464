import { PRESENCE_TIMEOUT_SQL } from "#infra/db/open-pages-sql.ts";
import { mutateRows, selectRows, type Sql } from "#infra/db/sql.ts";

/**
 * Stores the users and open pages of a process. Each report replaces the process's previous one.
 */
const RECORD_PRESENCE_SQL = `
  INSERT INTO connected_users AS before (process, user_ids, debate_ids, pages, opened_at)
  VALUES ($1, $2::int[], $3::int[], $4::int, CASE WHEN $5::boolean THEN now() END)
  ON CONFLICT (process) DO UPDATE
     SET user_ids = excluded.user_ids, debate_ids = excluded.debate_ids, pages = excluded.pages,
         opened_at = coalesce(excluded.opened_at, before.opened_at), seen_at = now()
  RETURNING process`;

export interface Presence {
  userIds: readonly number[];
  /** The debates whose pages are open. */
  debateIds: readonly number[];
  /** Number of open pages, those of visitors included. */
  pages: number;
  /** Whether a page was opened since the last report. */
  hasOpened: boolean;
}

export const recordPresence = (
  sql: Sql,
  process: string,
  { userIds, debateIds, pages, hasOpened }: Presence,
): Promise<unknown> =>
  mutateRows(sql, RECORD_PRESENCE_SQL, [process, userIds, debateIds, pages, hasOpened]);

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
