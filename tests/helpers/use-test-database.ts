import type { DataSource } from "typeorm";
import { createDataSource } from "#infra/db/connection/data-source.ts";
import { createTestDatabase, type TestDatabase } from "../harness.ts";

/**
 * Creates a database for the tests of the describe block or file, and drops it after them. Calls
 * `setUp` with an open connection before the first test.
 */
export const useTestDatabase = (setUp: (db: DataSource, url: string) => unknown): void => {
  let database: TestDatabase;
  let db: DataSource;
  beforeAll(async () => {
    database = await createTestDatabase();
    db = await createDataSource(database.url).initialize();
    await setUp(db, database.url);
  });
  afterAll(async () => {
    await db.destroy();
    await database.drop();
  });
};
