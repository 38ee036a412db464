import { Client } from "pg";

/** Number of users and of debates with which the admin lists must still be fast. */
export const LARGE_ROW_COUNT = 100_000;

const buildFillStatements = (rows: number): readonly string[] => [
  // Waits until the rows are flushed, because an index-only scan could not count unflushed rows.
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

/** A word in the speeches of some debates, and a word in the search text of all debates. */
export const SPOKEN_WORD = "feed";
export const COMMON_WORD = "openai";

/**
 * Inserts the search rows of the debates: their topics, and a speech in one of every `speechEvery`
 * debates.
 */
const buildSearchStatements = (speechEvery: number): readonly string[] => [
  `DROP INDEX debate_words_found`,
  `INSERT INTO debate_words
   SELECT id, 0, to_tsvector('simple', topic || ' ${COMMON_WORD} standard') FROM debates
   ON CONFLICT DO NOTHING`,
  `INSERT INTO debate_words
   SELECT id, 1, to_tsvector('simple', topic || ' ${COMMON_WORD} ' ||
          (SELECT string_agg(left(md5(id || ' ' || n), 4), ' ') FROM generate_series(1, 30) AS n))
     FROM debates WHERE id % ${speechEvery} = 0`,
  `CREATE INDEX debate_words_found ON debate_words USING gin (words)`,
  `VACUUM ANALYZE debate_words`,
];

/**
 * Fills a database quickly. Turns off triggers, because one of them would book a first credit for
 * each user. The last statements update the planner's statistics.
 */
export const fillLists = (databaseUrl: string, rows = LARGE_ROW_COUNT): Promise<void> =>
  runStatements(databaseUrl, buildFillStatements(rows));

/** Makes the debates searchable. Call it after `fillLists`. */
export const fillSearchIndex = (databaseUrl: string, speechEvery: number): Promise<void> =>
  runStatements(databaseUrl, buildSearchStatements(speechEvery));

const runStatements = async (databaseUrl: string, statements: readonly string[]): Promise<void> => {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
};

/** A substring of some names, addresses and topics. */
export const MATCHING_FRAGMENT = "c0ffe";
