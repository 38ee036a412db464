import type { Sql } from "../db/sql.ts";

const END_PENDING = [
  `DELETE FROM second_steps WHERE user_id = $1`,
  `DELETE FROM passkey_challenges WHERE user_id = $1`,
];

/** Ends sign-ins that wait for a second factor, and the user's open passkey challenges. */
export const endPendingSignIns = async (sql: Sql, userId: number): Promise<void> => {
  for (const statement of END_PENDING) await sql.query(statement, [userId]);
};

/** Ends all sessions and unfinished sign-ins of a user. */
export const endSessionsOf = async (sql: Sql, userId: number): Promise<void> => {
  await sql.query("DELETE FROM sessions WHERE sess ->> 'userId' = $1", [String(userId)]);
  await endPendingSignIns(sql, userId);
};
