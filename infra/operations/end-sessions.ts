import type { Sql } from "../db/sql.ts";

/** Signs a user out everywhere: when they are deleted and when their role changes. */
export const endSessionsOf = async (sql: Sql, userId: number): Promise<void> => {
  await sql.query("DELETE FROM sessions WHERE sess ->> 'userId' = $1", [String(userId)]);
};
