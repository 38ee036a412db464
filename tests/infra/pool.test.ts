import type { Sql } from "#infra/db/sql.ts";
import { selectRows } from "#infra/db/sql.ts";
import { createDataSource } from "#infra/db/connection/data-source.ts";
import { isOutage } from "#infra/db/connection/database-errors.ts";
import { createPool } from "#infra/db/connection/warm-pool.ts";
import { createPreparedSql } from "#infra/db/connection/prepared-statements.ts";
import {
  type DatabaseProxy,
  startDatabaseProxy,
} from "../helpers/postgres-proxy/database-proxy.ts";
import { createTestDatabase, type TestDatabase, testLogger, waitUntil } from "../harness.ts";

interface Opened {
  sql: Sql;
  close(): Promise<unknown>;
}
type Size = { max: number; min: number };

/** Both kinds of connection pools in the product. */
const POOL_KINDS: [string, (url: string, size: Size) => Promise<Opened>][] = [
  [
    "TypeORM's pool",
    async (url, { max, min }) => {
      const db = await createDataSource(url, {
        poolSize: max,
        min,
        queryTimeoutMs: 0,
      }).initialize();
      return { sql: db, close: () => db.destroy() };
    },
  ],
  [
    "the product's own pool",
    async (url, size) => {
      const pool = createPool({ connectionString: url, ...size }, testLogger);
      return { sql: createPreparedSql(pool), close: () => pool.end() };
    },
  ],
];

let database: TestDatabase;
let wire: DatabaseProxy;
let otherPool: Opened;
beforeAll(async () => {
  database = await createTestDatabase();
  wire = await startDatabaseProxy(database.url);
  otherPool = await POOL_KINDS[1]![1](database.url, { max: 1, min: 0 });
});
afterAll(async () => {
  await otherPool.close();
  await wire.cut();
  await database.drop();
});

/**
 * Returns the server's processes for connections to this database, except for that of this query.
 */
const connections = async () =>
  (
    await selectRows<{ pid: number }>(
      otherPool.sql,
      `SELECT pid FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() ORDER BY pid`,
    )
  ).map(({ pid }) => pid);

describe.each(POOL_KINDS)("%s", (_, open) => {
  it("opens its minimum of connections at once, and again after a cut", async () => {
    const { close } = await open(wire.url, { max: 3, min: 3 });
    await waitUntil(async () => (await connections()).length === 3);
    await wire.cut();
    await waitUntil(async () => (await connections()).length === 0);
    await wire.mend();
    await waitUntil(async () => (await connections()).length === 3);
    await close();
    await waitUntil(async () => (await connections()).length === 0);
  });

  it("survives a connection that ends when it becomes ready", async () => {
    const { sql, close } = await open(wire.url, { max: 1, min: 0 });
    // Closes all connections, so that the next query opens one.
    await database.terminateConnections();
    wire.endNextWhenReady();
    const failed = await sql.query("SELECT 1").then(
      () => "no failure",
      (err: unknown) => err,
    );
    expect([String(failed), isOutage(failed)]).toEqual([expect.any(String), true]);
    await waitUntil(async () => sql.query("SELECT 1").then(Boolean, () => false));
    await close();
    // The next tests count connections, so all must be closed.
    await waitUntil(async () => (await connections()).length === 0);
  });
});

it("a pool closes connections that were opened for a peak, and keeps its minimum", async () => {
  const size = { max: 4, min: 2, idleTimeoutMillis: 1 };
  const pool = createPool({ connectionString: database.url, ...size }, testLogger);
  await pool.fill();
  expect(await connections()).toHaveLength(2);
  const rush = await Promise.all(Array.from({ length: 4 }, () => pool.connect()));
  expect(await connections()).toHaveLength(4);
  rush.forEach((client) => client.release());
  await waitUntil(async () => (await connections()).length === 2);
  await pool.end();
});

it("a pool keeps its minimum besides a connection in permanent use", async () => {
  const size = { max: 3, min: 1, idleTimeoutMillis: 1 };
  const pool = createPool({ connectionString: database.url, ...size }, testLogger);
  let removed = 0;
  pool.on("remove", () => (removed += 1)).raiseMinimum();
  const listening = await pool.connect();
  const rush = await Promise.all([pool.connect(), pool.connect()]);
  rush.forEach((client) => client.release());
  await waitUntil(() => removed > 0);
  expect([removed, pool.totalCount, pool.idleCount]).toEqual([1, 2, 1]);
  listening.release();
  await pool.end();
});

it("a pool with a maximum below its minimum is full at the maximum", async () => {
  const pool = createPool({ connectionString: database.url, max: 2, min: 4 }, testLogger);
  await pool.fill();
  expect([pool.totalCount, pool.idleCount]).toEqual([2, 2]);
  await pool.end();
});

it("a pool prepares its statements on each connection before the first use", async () => {
  const warmUp = (sql: Sql) => sql.query("SELECT $1::int AS rehearsed", [1]);
  const size = { max: 2, min: 2 };
  const pool = createPool({ connectionString: database.url, ...size, warmUp }, testLogger);
  await pool.fill();
  const clients = await Promise.all([pool.connect(), pool.connect()]);
  for (const client of clients) {
    const { rows } = await client.query(
      `SELECT statement, generic_plans > 0 AS "keepsPlan" FROM pg_prepared_statements`,
    );
    expect(rows).toEqual([{ statement: "SELECT $1::int AS rehearsed", keepsPlan: true }]);
    client.release();
  }
  await pool.end();
});

it("a pool works even if its warm-up fails", async () => {
  const warmUp = (sql: Sql) => sql.query("SELECT no_such_thing()");
  const pool = createPool({ connectionString: database.url, max: 1, warmUp }, testLogger);
  await expect(pool.query("SELECT 1")).resolves.toHaveProperty("rowCount", 1);
  await pool.end();
});

it("a pool applies its settings to each connection, and fails if it cannot", async () => {
  const settings = { statement_timeout: 1234, max_parallel_workers_per_gather: 0 };
  const pool = createPool({ connectionString: database.url, max: 2, settings }, testLogger);
  const clients = await Promise.all([pool.connect(), pool.connect()]);
  for (const client of clients) {
    const { rows } = await client.query("SHOW statement_timeout");
    expect(rows).toEqual([{ statement_timeout: "1234ms" }]);
    client.release();
  }
  await pool.end();

  const wrong = { connectionString: database.url, max: 1, settings: { no_such_setting: 1 } };
  const refused = createPool(wrong, testLogger);
  await expect(refused.query("SELECT 1")).rejects.toThrow("no_such_setting");
  await refused.end();
});
