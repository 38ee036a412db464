import type { DataSource } from "typeorm";
import { createDataSource } from "#infra/db/data-source.ts";
import { freshDatabase, type TestDatabase } from "../harness.ts";

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

  it("can be taken back and made again", async () => {
    await db.undoLastMigration();
    await db.runMigrations();
    expect(await db.showMigrations()).toBe(false);
  });
});
