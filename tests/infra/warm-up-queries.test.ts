import { createPool } from "#infra/db/connection/warm-pool.ts";
import { warmUpQueries as rehearseApi } from "#api/warm-up-queries.ts";
import { warmUpQueries as rehearseWorker } from "#worker/runtime/warm-up-queries.ts";
import { createTestDatabase, type TestDatabase, testLogger } from "../harness.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** SQL that fills the tables as after some time in production. */
const FILL_TABLES_SQL = `
  INSERT INTO users (username, email, password)
  SELECT 'person-' || n, n || '@example.org', '!' FROM generate_series(1, 500) AS n;
  INSERT INTO sessions (sid, sess, expire)
  SELECT n, json_build_object('userId', n), now() + interval '1 day' FROM generate_series(1, 500) AS n;
  INSERT INTO debates (topic, user_id, bot_a_provider, bot_b_provider)
  SELECT 'Should libraries open at night?', id, 'openai', 'claude' FROM users, generate_series(1, 4);
  INSERT INTO turns (debate_id, turn_number, role, type, content, status)
  SELECT id, n, CASE n % 2 WHEN 1 THEN 'bot_a' ELSE 'bot_b' END, 'rebuttal', repeat('words ', 200), 'complete'
    FROM debates, generate_series(1, 10) AS n WHERE id > 50;
  INSERT INTO turns (debate_id, turn_number, role, type, status)
  SELECT id, 1, 'bot_a', 'opening', 'streaming' FROM debates WHERE id <= 20;
  INSERT INTO audio_cache (turn_id, provider, content_hash) SELECT id, 'openai', id FROM turns;
  INSERT INTO debate_votes (debate_id, user_id, type) SELECT id, user_id, 'up' FROM debates;
  ANALYZE`;

describe.each([
  ["new", "SELECT"],
  ["grown", FILL_TABLES_SQL],
])("in a database that is %s", (_age, growth) => {
  beforeAll(async () => {
    const pool = createPool({ connectionString: database.url }, testLogger);
    await pool.query(growth);
    await pool.end();
  });

  it.each([
    ["an API", 6, rehearseApi({ adminsNeedSecondFactor: false })],
    ["an API whose admins need a second factor", 6, rehearseApi({ adminsNeedSecondFactor: true })],
    ["a worker", 6, rehearseWorker],
  ])("the statements of %s are planned once per connection", async (_who, count, warmUp) => {
    const pool = createPool({ connectionString: database.url, max: 1, min: 1, warmUp }, testLogger);
    await pool.fill();
    const { rows } = await pool.query<{ generic_plans: string }>(
      `SELECT statement, generic_plans FROM pg_prepared_statements`,
    );
    expect(rows.filter(({ generic_plans: kept }) => Number(kept) === 0)).toEqual([]);
    expect(rows).toHaveLength(count);
    await pool.end();
  });
});
