import { Client } from "pg";

/** As many users and debates as the admins' lists are built for. */
export const MANY = 100_000;

const fill = (rows: number): readonly string[] => [
  // What is not yet flushed is not yet visible to all, and could not be counted by an index alone.
  `SET synchronous_commit = on`,
  `SET session_replication_role = replica`,
  `INSERT INTO users (username, email, password, role, credits, created_at)
   SELECT left(md5('name' || n), 12), left(md5('address' || n), 12) || '@example.org', repeat('x', 97),
          CASE WHEN n % 1000 = 0 THEN 'admin' ELSE 'user' END, n % 50,
          now() - (${rows} - n) * interval '1 minute'
     FROM generate_series(1, ${rows}) AS n`,
  `INSERT INTO debates (topic, user_id, created_at, popularity, upvotes, is_public)
   SELECT 'Is ' || left(md5('topic' || n), 12) || ' better than ' || left(md5('other' || n), 12) || '?', first + n - 1,
          now() - (${rows} - n) * interval '1 minute', n % 977, n % 31, n % 10 > 0
     FROM generate_series(1, ${rows}) AS n
    CROSS JOIN (SELECT min(id) AS first FROM users WHERE email LIKE '%@example.org') AS users`,
  `SET session_replication_role = origin`,
  `VACUUM ANALYZE users`,
  `VACUUM ANALYZE debates`,
];

/** A word that was said in some of the debates, and one that is everywhere. */
export const SAID = "feed";
export const EVERYWHERE = "openai";

/** What the debates are found by: their topics, and a speech in one of so many. */
const words = (speechEvery: number): readonly string[] => [
  `DROP INDEX debate_words_found`,
  `INSERT INTO debate_words
   SELECT id, 0, to_tsvector('simple', topic || ' ${EVERYWHERE} standard') FROM debates
   ON CONFLICT DO NOTHING`,
  `INSERT INTO debate_words
   SELECT id, 1, to_tsvector('simple', topic || ' ${EVERYWHERE} ' ||
          (SELECT string_agg(left(md5(id || ' ' || n), 4), ' ') FROM generate_series(1, 30) AS n))
     FROM debates WHERE id % ${speechEvery} = 0`,
  `CREATE INDEX debate_words_found ON debate_words USING gin (words)`,
  `VACUUM ANALYZE debate_words`,
];

/**
 * Fills a database with them, quickly: without the triggers that would book each user's first
 * credit. The last statements let the planner know.
 */
export const fillLists = (databaseUrl: string, rows = MANY): Promise<void> =>
  run(databaseUrl, fill(rows));

/** Has its debates found by words, after `fillLists`. */
export const fillWords = (databaseUrl: string, speechEvery: number): Promise<void> =>
  run(databaseUrl, words(speechEvery));

const run = async (databaseUrl: string, statements: readonly string[]): Promise<void> => {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
};

/** A part of some of the names, addresses and topics. */
export const SOUGHT = "c0ffe";
