import type { Sql } from "#infra/db/sql.ts";

const DELETE_PENDING_SIGN_INS_SQL = [
  `DELETE FROM second_steps WHERE user_id = $1`,
  `DELETE FROM passkey_challenges WHERE user_id = $1`,
];

/** Deletes sign-ins that wait for a second factor and the user's open passkey challenges. */
export const deletePendingSignIns = async (sql: Sql, userId: number): Promise<void> => {
  for (const statement of DELETE_PENDING_SIGN_INS_SQL) await sql.query(statement, [userId]);
};

/** Ends all sessions and unfinished sign-ins of a user. */
export const endUserSessions = async (sql: Sql, userId: number): Promise<void> => {
  await sql.query("DELETE FROM sessions WHERE sess ->> 'userId' = $1", [String(userId)]);
  await deletePendingSignIns(sql, userId);
};
