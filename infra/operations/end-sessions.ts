import type { Sql } from "../db/sql.ts";

const END = [
  `DELETE FROM sessions WHERE sess ->> 'userId' = $1::int::text`,
  // Sign-ins that wait for a code, and what passkeys of signed-in users are to sign.
  `DELETE FROM second_steps WHERE user_id = $1`,
  `DELETE FROM passkey_challenges WHERE user_id = $1`,
];

/** Ends all sessions of a user, and every sign-in of theirs that has begun. */
export const endSessionsOf = async (sql: Sql, userId: number): Promise<void> => {
  for (const statement of END) await sql.query(statement, [userId]);
};
