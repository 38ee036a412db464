import type { DataSource } from "typeorm";
import { createDataSource } from "#infra/db/connection/data-source.ts";
import { migrateDatabase } from "#infra/db/migrate.ts";
import { assertMigrated } from "#infra/db/assert-migrated.ts";
import { ADMIN_ACTS, AUDIT_SUBJECTS } from "#shared/domain/accounts/audit-log.ts";
import { FORMATS } from "#shared/domain/debates/debate.ts";
import { PROVIDERS } from "#shared/domain/provider.ts";
import { SPEAKERS } from "#shared/domain/speaker.ts";
import { startDatabaseProxy } from "../helpers/postgres-proxy/database-proxy.ts";
import { createTestDatabase, waitUntil } from "../harness.ts";
import { useTestDatabase } from "../helpers/use-test-database.ts";

let db: DataSource;

useTestDatabase((opened) => {
  db = opened;
});

/** Reverts this migration and all later ones. */
const undoSince = async (name: string): Promise<void> => {
  for (let revertedName = ""; !revertedName.startsWith(name);) {
    const [last] = await db.query("SELECT name FROM schema_migrations ORDER BY id DESC LIMIT 1");
    revertedName = last.name;
    await db.undoLastMigration();
  }
};

describe("the schema", () => {
  it("has every column of the entities, with the same type", async () => {
    const { upQueries } = await db.driver.createSchemaBuilder().log();
    const columns = upQueries
      .map(({ query }) => query)
      .filter((query) => /ADD "|DROP COLUMN|ALTER COLUMN|CREATE TABLE/.test(query))
      // TypeORM compares the text of a generated column, which PostgreSQL writes differently.
      .filter((query) => !query.includes('"is_admin"'))
      // These columns are used only by the previous version: see docs/operations/upgrade.md.
      .filter((query) => !/DROP COLUMN "(?:\w*waits_for|stopped_mails)"/.test(query));
    expect(columns).toEqual([]);
  });

  it("must have all known migrations and may have newer ones", async () => {
    await assertMigrated(db, db);
    const [first] = await db.query("SELECT name FROM schema_migrations ORDER BY id LIMIT 1");
    const runner = db.createQueryRunner();
    await runner.startTransaction();
    await runner.query(`INSERT INTO schema_migrations (timestamp, name) VALUES (1, 'OfTomorrow')`);
    await assertMigrated(db, runner);
    await runner.query(`DELETE FROM schema_migrations WHERE name = $1`, [first.name]);
    const { length } = db.migrations;
    await expect(assertMigrated(db, runner)).rejects.toThrow(`lacks 1 of ${length} migrations.`);
    await runner.rollbackTransaction();
    await runner.release();
  });

  it("stores an empty text for a failed verdict, in existing rows too", async () => {
    const [user] = await db.query(
      `INSERT INTO users (username, email, password) VALUES ('ada', 'ada@example.org', '') RETURNING id`,
    );
    await undoSince("SayThatThereIsNoVerdict");
    await db.query(
      `INSERT INTO debates (user_id, topic, bot_a_provider, bot_b_provider, format, max_turns, verdict_status, scores)
       VALUES ($1, 'Is it over?', 'openai', 'grok', 'standard', 2, 'failed', '{"botA": 7, "botB": 6, "reasoning": null}')`,
      [user.id],
    );
    await db.runMigrations();
    expect(await db.query("SELECT scores FROM debates")).toEqual([
      { scores: { botA: 7, botB: 6, reasoning: "" } },
    ]);
  });

  it("indexes existing debates by their spoken words, except hidden turns", async () => {
    const [user] = await db.query(
      `INSERT INTO users (username, email, password) VALUES ('bea', 'bea@example.org', '') RETURNING id`,
    );
    await undoSince("WordsOfDebates");
    await db.query(
      `WITH debate AS (
         INSERT INTO debates (user_id, topic) VALUES ($1, 'Is it found?') RETURNING id)
       INSERT INTO turns (debate_id, turn_number, role, type, status, content, is_hidden)
       SELECT id, n, CASE n WHEN 2 THEN 'bot_b' ELSE 'bot_a' END, 'opening',
              CASE n WHEN 3 THEN 'streaming' ELSE 'complete' END, 'Word' || n, n = 2
         FROM debate, generate_series(1, 3) AS n`,
      [user.id],
    );
    await db.runMigrations();
    const found = await db.query(
      "SELECT turn_number AS turn FROM debate_words WHERE words @@ 'bea & found' ORDER BY turn",
    );
    expect(found).toEqual([{ turn: 0 }, { turn: 1 }]);
    expect(await db.query("SELECT FROM debate_words WHERE words @@ 'word1'")).toHaveLength(1);
  });

  it("finds existing debates by parts of Chinese speech and without accents", async () => {
    await undoSince("SearchLanguages");
    await db.query(
      `WITH author AS (
         INSERT INTO users (username, email, password) VALUES ('cy', 'cy@example.org', '') RETURNING id),
       debate AS (
         INSERT INTO debates (user_id, topic, language) SELECT id, '¿Educación?', 'es' FROM author RETURNING id)
       INSERT INTO turns (debate_id, turn_number, role, type, status, content)
       SELECT id, 1, 'bot_a', 'opening', 'complete', '中国经济' FROM debate`,
    );
    await db.runMigrations();
    const find = (words: string) =>
      db.query("SELECT turn_number AS turn FROM debate_words WHERE words @@ $1 ORDER BY turn", [
        words,
      ]);
    expect(await find("educacion")).toEqual([{ turn: 0 }, { turn: 1 }]);
    expect(await find("国经")).toEqual([{ turn: 1 }]);
    await undoSince("SearchLanguages");
    await db.query("UPDATE turns SET content = 'Adiós' WHERE content = '中国经济'");
    expect(await find("adiós")).toEqual([{ turn: 1 }]);
    await db.runMigrations();
    expect(await find("adios")).toEqual([{ turn: 1 }]);
  });

  it("is migrated once by two processes that start at the same time", async () => {
    const empty = await createTestDatabase();
    const dataSource = await createDataSource(empty.url).initialize();
    const wire = await startDatabaseProxy(empty.url);
    await dataSource.query("DROP SCHEMA public, bullmq CASCADE");
    await dataSource.query("CREATE SCHEMA public");
    const held = wire.hold(/^COMMIT$/, { at: "request" });
    const first = migrateDatabase(wire.url);
    await held.reached;
    const second = migrateDatabase(empty.url);
    const ASKED = `SELECT FROM pg_stat_activity WHERE datname = current_database()
                      AND starts_with(query, 'SELECT pg_try_advisory_lock')`;
    await waitUntil(async () => (await dataSource.query<unknown[]>(ASKED)).length === 2);
    held.release();
    await Promise.all([first, second]);
    expect(await dataSource.showMigrations()).toBe(false);
    await dataSource.destroy();
    await wire.cut();
    await empty.drop();
  });

  it("is not migrated while a session locks schema_migrations, and the error says what to do", async () => {
    const busy = await createTestDatabase();
    const dataSource = await createDataSource(busy.url).initialize();
    const holder = dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query("LOCK TABLE schema_migrations");
    const migrate = () => migrateDatabase(busy.url, { lockTimeoutMs: 10, retryDelayMs: 1 });
    await expect(migrate()).rejects.toThrow("Another session keeps a table locked.");
    await holder.rollbackTransaction();
    await holder.release();
    await migrate();
    await dataSource.destroy();
    await busy.drop();
  });

  it("is migrated once other transactions release a table, without blocking later queries", async () => {
    const busy = await createTestDatabase();
    const dataSource = await createDataSource(busy.url).initialize();
    await dataSource.query(
      "DELETE FROM schema_migrations WHERE name LIKE 'SayThatThereIsNoVerdict%'",
    );
    await dataSource.query(
      "INSERT INTO users (username, email, password) VALUES ('a', 'a@b.example', '!')",
    );
    await dataSource.query(`INSERT INTO debates (topic, user_id, verdict_status)
                      SELECT 'Tea or coffee', id, 'failed' FROM users`);
    const holder = dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query("SELECT FROM debates FOR UPDATE");
    const wire = await startDatabaseProxy(busy.url);
    const tried = [1, 2].map(() => wire.hold(/UPDATE debates SET scores/, { at: "request" }));
    const migrated = migrateDatabase(wire.url, { lockTimeoutMs: 100, retryDelayMs: 10 });
    for (const hold of tried) {
      await hold.reached;
      if (hold === tried[1]) await holder.commitTransaction();
      hold.release();
    }
    await migrated;
    expect(await dataSource.showMigrations()).toBe(false);
    await holder.release();
    await dataSource.destroy();
    await wire.cut();
    await busy.drop();
  });

  it.each<[what: string, values: readonly string[], columns: number]>([
    ["speakers", SPEAKERS, 4],
    ["formats", FORMATS, 1],
    ["admin actions", ADMIN_ACTS, 1],
    ["audit subjects", AUDIT_SUBJECTS, 1],
  ])("accepts the same %s as the product in every column", async (_, values, columns) => {
    const checks = await db.query<{ text: string }[]>(
      `SELECT pg_get_constraintdef(oid) AS text FROM pg_constraint
        WHERE contype = 'c' AND pg_get_constraintdef(oid) LIKE $1`,
      [`%ARRAY['${values[0]}'::text, '${values[1]}'::text%`],
    );
    const allowedValues = checks.map(({ text }) =>
      Array.from(text.matchAll(/'(\w+)'/g), ([, each]) => each),
    );
    expect(allowedValues).toEqual(Array.from({ length: columns }, () => values));
  });

  it("has a slot for a probe and a thousand more for every provider", async () => {
    const slots = await db.query(
      `SELECT provider, count(*)::int AS slots, min(slot) FROM provider_health
         JOIN provider_slots USING (provider) GROUP BY provider`,
    );
    const expected = PROVIDERS.map((provider) => ({ provider, slots: 1001, min: 0 }));
    expect(new Set(slots)).toEqual(new Set(expected));
  });

  it("can be reverted and applied again", async () => {
    await db.undoLastMigration();
    await db.runMigrations();
    expect(await db.showMigrations()).toBe(false);
  });
});
