import type { DataSource } from "typeorm";
import { createDataSource } from "#infra/db/data-source.ts";
import { migrate } from "#infra/db/migrate.ts";
import { layDatabaseWire } from "../database-wire.ts";
import { freshDatabase, type TestDatabase } from "../harness.ts";
import { overlapOn } from "../overlap.ts";

let database: TestDatabase;
let db: DataSource;

beforeAll(async () => {
  database = await freshDatabase();
  db = await createDataSource(database.url).initialize();
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

describe("the schema", () => {
  it("has every column the entities name, of the same type", async () => {
    const { upQueries } = await db.driver.createSchemaBuilder().log();
    const columns = upQueries
      .map(({ query }) => query)
      .filter((query) => /ADD "|DROP COLUMN|ALTER COLUMN|CREATE TABLE/.test(query))
      // A generated column is compared by the text TypeORM itself would have written.
      .filter((query) => !query.includes('"is_admin"'));
    expect(columns).toEqual([]);
  });

  it("calls a verdict that has failed an empty one, in databases of before, too", async () => {
    const [user] = await db.query(
      `INSERT INTO users (username, email, password) VALUES ('ada', 'ada@example.org', '') RETURNING id`,
    );
    await db.undoLastMigration();
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

  it("is made once by two processes that begin at the same time", async () => {
    const empty = await freshDatabase();
    const look = await createDataSource(empty.url).initialize();
    const wire = await layDatabaseWire(empty.url);
    await look.query("DROP SCHEMA public, bullmq CASCADE");
    await look.query("CREATE SCHEMA public");
    await overlapOn(wire, (statement) => look.query(statement))(
      () => migrate(wire.url),
      () => migrate(empty.url),
    );
    expect(await look.showMigrations()).toBe(false);
    await look.destroy();
    await wire.cut();
    await empty.drop();
  });

  it("can be taken back and made again", async () => {
    await db.undoLastMigration();
    await db.runMigrations();
    expect(await db.showMigrations()).toBe(false);
  });
});
