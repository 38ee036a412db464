import { createHmac } from "node:crypto";
import { TEST_SESSION_SECRET } from "../harness.ts";

type RunSql = <Row extends object>(statement: string, values?: unknown[]) => Promise<Row[]>;

const INSERT_SQL = `
  WITH made AS (
    INSERT INTO users (username, email, password)
    SELECT name, name, '!' FROM (SELECT gen_random_uuid()::text AS name FROM generate_series(1, $1)) AS names
    RETURNING id, username)
  INSERT INTO sessions (sid, sess, expire)
  SELECT username,
         json_build_object('userId', id, 'epoch', 0, 'beganAt', $2::float8, 'renewedAt', $2::float8,
                           'cookie', '{"originalMaxAge": 86400000, "expires": "2099-01-01T00:00:00Z"}'::json),
         now() + interval '1 day'
    FROM made
  RETURNING sid`;

/**
 * Inserts users with one session each, which is faster than registering them. Returns their
 * cookies.
 */
export const insertSignedInUsers = async (sql: RunSql, count: number): Promise<string[]> => {
  const sessions = await sql<{ sid: string }>(INSERT_SQL, [count, Date.now()]);
  return sessions.map(({ sid }) => {
    const signature = createHmac("sha256", TEST_SESSION_SECRET)
      .update(sid)
      .digest("base64")
      .replace(/=+$/, "");
    return `sid=${encodeURIComponent(`s:${sid}.${signature}`)}`;
  });
};
