import { change, select, type Sql } from "../db/sql.ts";

/** A process without a report for this long counts as having no connected users. */
const SILENCE = "interval '10 seconds'";

/** Replaces all that a process has reported; deletes what dead processes have left. */
const NOTE = `
  WITH gone AS (
    DELETE FROM connected_users WHERE process <> $1 AND seen_at < now() - 6 * ${SILENCE})
  INSERT INTO connected_users (process, user_ids) VALUES ($1, $2::int[])
  ON CONFLICT (process) DO UPDATE SET user_ids = excluded.user_ids, seen_at = now()
  RETURNING process`;

export const noteConnected = (
  sql: Sql,
  process: string,
  userIds: readonly number[],
): Promise<unknown> => change(sql, NOTE, [process, userIds]);

const IS_CONNECTED = `
  SELECT EXISTS (SELECT FROM connected_users
                  WHERE $1 = ANY (user_ids) AND seen_at > now() - ${SILENCE}) AS "isConnected"`;

export const isConnected = async (sql: Sql, userId: number): Promise<boolean> => {
  const [found] = await select<{ isConnected: boolean }>(sql, IS_CONNECTED, [userId]);
  return found?.isConnected ?? false;
};
