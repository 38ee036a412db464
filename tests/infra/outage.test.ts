import { Client } from "pg";
import { createDataSource, COMMAND } from "#infra/db/data-source.ts";
import { isOutage } from "#infra/db/outage.ts";
import { type DatabaseWire, layDatabaseWire } from "../database-wire.ts";
import { freshDatabase, type TestDatabase } from "../harness.ts";

/** An error as the driver has it: of the database with its code, or of the network. */
const coded = (code: string) => Object.assign(new Error("something"), { code });

describe("a statement that failed because the database could not be reached", () => {
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
  ])("is told by %s: %s", (_what, code) => {
    expect(isOutage(coded(code))).toBe(true);
  });

  it.each(["23505", "22P02", "42601", "40P01", "57014", "53200", "53100", "ERR_ASSERTION", ""])(
    "is not what %s says, which comes of the statement",
    (code) => {
      expect(isOutage(coded(code))).toBe(false);
    },
  );

  it.each([null, undefined, "Connection terminated", 7, new Error("Query read"), {}])(
    "is not any failure: %p",
    (err) => {
      expect(isOutage(err)).toBe(false);
    },
  );
});

describe("what the driver says of an outage is known for one", () => {
  let database: TestDatabase;
  let wire: DatabaseWire;
  beforeAll(async () => {
    database = await freshDatabase();
    wire = await layDatabaseWire(database.url);
  });
  afterAll(async () => {
    await wire.cut();
    await database.drop();
  });

  const open = async () => {
    const client = new Client({ connectionString: wire.url }).on("error", () => "it is cut");
    await client.connect();
    return client;
  };
  const failure = (asked: Promise<unknown>): Promise<unknown> =>
    asked.then(
      () => "no failure",
      (err: unknown) => err,
    );

  it("when a connection breaks under a statement, and when it is used after that", async () => {
    const client = await open();
    wire.hold(/SELECT 1/, { at: "request" }).drop();
    for (const words of ["Connection terminated", "Client has encountered"]) {
      const err = await failure(client.query("SELECT 1"));
      expect([String(err), isOutage(err)]).toEqual([expect.stringContaining(words), true]);
    }
  });

  it("when a connection is used that has been ended", async () => {
    const client = await open();
    await client.end();
    const err = await failure(client.query("SELECT 1"));
    expect([String(err), isOutage(err)]).toEqual([expect.stringContaining("Client was"), true]);
  });

  it("when TypeORM tells of it", async () => {
    const db = await createDataSource(wire.url, COMMAND).initialize();
    wire.hold(/SELECT 2/, { at: "request" }).drop();
    expect(isOutage(await failure(db.query("SELECT 2")))).toBe(true);
    const killed = failure(db.query("SELECT pg_terminate_backend(pg_backend_pid())"));
    expect(isOutage(await killed)).toBe(true);
    await db.destroy();
  });
});
