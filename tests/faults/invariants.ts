import { Client } from "pg";

/** After this many failures the backoff of a job is longer than any test. */
const LONG_BACKOFF_AFTER = 5;

/** SQL that describes each open job in one row. */
export const OPEN_JOBS_SQL = `
  SELECT 'turn ' || id || ' is ' || status || ', its judging ' || judging_status AS what FROM turns
   WHERE status IN ('pending', 'streaming') OR judging_status IN ('pending', 'running')
  UNION ALL SELECT 'the verdict of ' || id || ' is ' || verdict_status FROM debates
   WHERE verdict_status IN ('pending', 'running')
  UNION ALL SELECT 'recording ' || id || ' is ' || status FROM audio_cache
   WHERE status IN ('pending', 'running')
  UNION ALL SELECT 'the moderation ' || id || ' is ' || status FROM moderations
   WHERE status IN ('pending', 'running') AND failures < ${LONG_BACKOFF_AFTER}`;

const VIOLATION_QUERIES = {
  "turn numbers without gaps": `
    SELECT debate_id FROM turns GROUP BY debate_id
    HAVING count(*) <> max(turn_number) OR min(turn_number) <> 1`,
  "current_turn counts finished turns": `
    SELECT d.id FROM debates d LEFT JOIN turns t ON t.debate_id = d.id AND t.status = 'complete'
    GROUP BY d.id HAVING count(t.id) <> d.current_turn`,
  "the ledger equals the balance": `
    SELECT u.id FROM users u LEFT JOIN credit_ledger l ON l.user_id = u.id
    GROUP BY u.id HAVING coalesce(sum(l.delta), 0) <> u.credits`,
  "no job is open": OPEN_JOBS_SQL,
  "no parts are left of complete recordings": `
    SELECT recording_id FROM audio_parts p JOIN audio_cache a ON a.id = p.recording_id
    WHERE a.status = 'complete'`,
} as const;

/** Returns the violated invariants; empty if all hold. */
export const findViolations = async (databaseUrl: string): Promise<string[]> => {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const violations: string[] = [];
    for (const [name, statement] of Object.entries(VIOLATION_QUERIES)) {
      const { rows } = await client.query<object>(statement);
      if (rows.length > 0) violations.push(`${name}: ${JSON.stringify(rows)}`);
    }
    return violations;
  } finally {
    await client.end();
  }
};
