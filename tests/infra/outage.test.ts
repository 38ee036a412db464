import { createServer, type Socket } from "node:net";
import { Client, type ClientConfig, Pool } from "pg";
import { createDataSource, COMMAND_CONNECTIONS } from "#infra/db/connection/data-source.ts";
import {
  isStatementTimeout,
  isOutage,
  isReadTimeout,
} from "#infra/db/connection/database-errors.ts";
import {
  type DatabaseProxy,
  startDatabaseProxy,
} from "../helpers/postgres-proxy/database-proxy.ts";
import { createTestDatabase, type TestDatabase, waitUntil } from "../harness.ts";
import { listenLocally } from "../helpers/listen-locally.ts";

/** Returns an error as the driver reports it, with a code of the database or of the network. */
const coded = (code: string) => Object.assign(new Error("something"), { code });

describe("a database outage", () => {
  it.each([
    ["a network that refuses", "ECONNREFUSED"],
    ["a connection that is reset", "ECONNRESET"],
    ["a connection that is closed", "EPIPE"],
    ["a network that is silent", "ETIMEDOUT"],
    ["a name that is not known", "ENOTFOUND"],
    ["a host that is not there", "EHOSTUNREACH"],
    ["an exception of the connection", "08006"],
    ["a shutdown", "57P01"],
    ["a crash", "57P02"],
    ["a start that is not finished", "57P03"],
    ["too many connections", "53300"],
    ["a full disk", "53100"],
    ["a full memory", "53200"],
    ["a database that can only be read", "25006"],
  ])("is recognized by %s: %s", (_what, code) => {
    expect(isOutage(coded(code))).toBe(true);
  });

  it.each(["23505", "22P02", "42601", "40P01", "57014", "ENOENT", "ERR_ASSERTION", ""])(
    "is not assumed for %s, which the statement caused",
    (code) => {
      expect(isOutage(coded(code))).toBe(false);
    },
  );

  it("differs from a statement timeout, which only 57014 reports", () => {
    expect(["57014", "57P01", "23505"].map((code) => isStatementTimeout(coded(code)))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it.each([null, undefined, "Connection terminated", 7, new Error("Query read"), {}])(
    "is not assumed for any failure: %p",
    (err) => {
      expect(isOutage(err)).toBe(false);
    },
  );
});

describe("an outage that the driver reports", () => {
  let database: TestDatabase;
  let wire: DatabaseProxy;
  beforeAll(async () => {
    database = await createTestDatabase();
    wire = await startDatabaseProxy(database.url);
  });
  afterAll(async () => {
    await wire.cut();
    await database.drop();
  });

  const open = async (config: ClientConfig = {}) => {
    const client = new Client({ connectionString: wire.url, ...config });
    await client.on("error", () => "it is cut").connect();
    return client;
  };
  const failure = (asked: Promise<unknown>): Promise<unknown> =>
    asked.then(
      () => "no failure",
      (err: unknown) => err,
    );
  /** Returns the error of a query if the pool's only connection is in use or cannot be opened. */
  const failureOfPool = async (connectionString: string, isFull = false) => {
    const pool = new Pool({ connectionString, max: 1 });
    const held = isFull ? await pool.connect() : undefined;
    pool.options.connectionTimeoutMillis = 100;
    const err = await failure(pool.query("SELECT 1"));
    held?.release();
    await pool.end();
    return err;
  };

  it.each<[words: string, fail: () => Promise<unknown>]>([
    [
      "Connection terminated unexpectedly",
      async () => {
        const client = await open();
        wire.hold(/SELECT 1/, { at: "request" }).drop();
        return failure(client.query("SELECT 1"));
      },
    ],
    [
      "Client has encountered a connection error and is not queryable",
      async () => {
        const client = await open();
        wire.hold(/SELECT 1/, { at: "request" }).drop();
        await failure(client.query("SELECT 1"));
        return failure(client.query("SELECT 1"));
      },
    ],
    [
      "Client was closed and is not queryable",
      async () => {
        const client = await open();
        await client.end();
        return failure(client.query("SELECT 1"));
      },
    ],
    [
      "Query read timeout",
      async () => {
        const client = await open({ query_timeout: 100 });
        const held = wire.hold(/SELECT 1/, { at: "answer" });
        const err = await failure(client.query("SELECT 1"));
        held.drop();
        return err;
      },
    ],
    ["timeout exceeded when trying to connect", () => failureOfPool(wire.url, true)],
    [
      "connect ENOENT /nowhere/.s.PGSQL.5432",
      () => failureOfPool("postgres://postgres@localhost/debate?host=/nowhere"),
    ],
    [
      "Connection terminated due to connection timeout",
      async () => {
        const accepted: Socket[] = [];
        const silent = createServer((socket) => void accepted.push(socket));
        const port = await listenLocally(silent);
        const err = await failureOfPool(`postgres://postgres@127.0.0.1:${port}/silent`);
        silent.close();
        // Closes the server's side of the connections, because the server has not noticed yet that
        // the client is gone.
        for (const socket of accepted) socket.destroy();
        return err;
      },
    ],
  ])("is recognized by the message: %s", async (words, fail) => {
    const err = await fail();
    expect([err, isOutage(err)]).toEqual([expect.objectContaining({ message: words }), true]);
    expect(isReadTimeout(err)).toBe(words === "Query read timeout");
  });

  it("is recognized through TypeORM", async () => {
    const db = await createDataSource(wire.url, COMMAND_CONNECTIONS).initialize();
    wire.hold(/SELECT 2/, { at: "request" }).drop();
    expect(isOutage(await failure(db.query("SELECT 2")))).toBe(true);
    const killed = failure(db.query("SELECT pg_terminate_backend(pg_backend_pid())"));
    expect(isOutage(await killed)).toBe(true);
    await db.destroy();
  });

  it("is recognized when TypeORM removed a broken connection from a transaction", async () => {
    const db = await createDataSource(wire.url, COMMAND_CONNECTIONS).initialize();
    const logged: unknown[] = [];
    const ended = db.transaction(async (tx) => {
      await failure(tx.query("SELECT pg_terminate_backend(pg_backend_pid())"));
      await waitUntil(() => tx.queryRunner?.isReleased);
      logged.push(await failure(tx.query("SELECT 3")));
      logged.push(await failure(tx.transaction(async () => "never begun")));
    });
    // The last logged error is that of the commit.
    logged.push(await failure(ended));
    expect(logged.map((err) => [err instanceof Error && err.name, isOutage(err)])).toEqual([
      ["QueryRunnerProviderAlreadyReleasedError", true],
      ["QueryRunnerProviderAlreadyReleasedError", true],
      ["QueryRunnerAlreadyReleasedError", true],
    ]);
    await db.destroy();
  });
});
