import { createDataSource } from "#infra/db/connection/data-source.ts";
import { isOutage } from "#infra/db/connection/database-errors.ts";
import { createPool } from "#infra/db/connection/warm-pool.ts";
import { startDatabaseProxy } from "../helpers/postgres-proxy/database-proxy.ts";
import { createTestDatabase, testLogger } from "../harness.ts";

const PATIENCE_MS = 2000;

/** Both kinds of connection pools in the product, with one connection each. */
const CLIENT_KINDS = {
  async "TypeORM's"(url: string) {
    const db = await createDataSource(url, {
      poolSize: 1,
      min: 0,
      queryTimeoutMs: PATIENCE_MS,
    }).initialize();
    return { query: (sql: string) => db.query(sql), close: () => db.destroy() };
  },
  async "a library's"(url: string) {
    const config = { connectionString: url, max: 1, query_timeout: PATIENCE_MS };
    const pool = createPool(config, testLogger);
    const query = async (sql: string) => {
      const client = await pool.connect();
      return client.query(sql).finally(() => client.release());
    };
    return { query, close: () => pool.end() };
  },
};

test.each(Object.entries(CLIENT_KINDS))(
  "%s connection is replaced when it stops answering",
  async (_, open) => {
    const database = await createTestDatabase();
    const wire = await startDatabaseProxy(database.url);
    const { query, close } = await open(wire.url);
    await query("SELECT 1");
    wire.lose();
    const lost: unknown = await query("SELECT 1").catch((err: unknown) => err);
    expect(String(lost)).toContain("Query read timeout");
    expect(isOutage(lost)).toBe(true);
    await expect(query("SELECT 1")).resolves.toBeTruthy();
    await close();
    await wire.cut();
    await database.drop();
  },
);
