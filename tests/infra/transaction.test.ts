import { setImmediate as aMoment } from "node:timers/promises";
import type { DataSource } from "typeorm";
import { createDataSource } from "#infra/db/connection/data-source.ts";
import { selectRows } from "#infra/db/sql.ts";
import { type AfterCommit, withTransaction } from "#infra/db/transaction.ts";
import {
  type DatabaseProxy,
  startDatabaseProxy,
} from "../helpers/postgres-proxy/database-proxy.ts";
import { createTestDatabase, type TestDatabase, testLogger } from "../harness.ts";

const COMMIT = /^COMMIT$/;

describe("the effects of a transaction", () => {
  let database: TestDatabase;
  let wire: DatabaseProxy;
  let db: DataSource;
  let effects: string[];
  beforeAll(async () => {
    database = await createTestDatabase();
    wire = await startDatabaseProxy(database.url);
    db = await createDataSource(wire.url).initialize();
    await db.query("CREATE TABLE notes (id int)");
  });
  beforeEach(() => {
    effects = [];
  });
  afterAll(async () => {
    await db.destroy();
    await wire.cut();
    await database.drop();
  });

  const write = (id: number, more: (after: AfterCommit) => void = () => undefined) =>
    withTransaction(db, testLogger, async (tx, after) => {
      after(() => effects.push(`written ${id}`));
      await tx.query("INSERT INTO notes VALUES ($1)", [id]);
      more(after);
      return id;
    });
  const isWritten = async (id: number) =>
    (await selectRows(db, "SELECT FROM notes WHERE id = $1", [id])).length === 1;

  it("run after the commit and not before", async () => {
    const commit = wire.hold(COMMIT, { at: "request" });
    const writing = write(1);
    await commit.reached;
    expect([effects, await isWritten(1)]).toEqual([[], false]);
    commit.release();
    expect([await writing, effects]).toEqual([1, ["written 1"]]);
  });

  it("do not run when the work fails", async () => {
    const failing = write(2, () => {
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect([effects, await isWritten(2)]).toEqual([[], false]);
  });

  it.each([
    ["failed", "request", false],
    ["succeeded without an answer", "answer", true],
  ] as const)("do not run when the commit %s", async (_what, at, isThere) => {
    const id = isThere ? 3 : 4;
    wire.hold(COMMIT, { at }).drop();
    await expect(write(id)).rejects.toThrow("Connection terminated");
    expect([effects, await isWritten(id)]).toEqual([[], isThere]);
  });

  it("run one after the other, even if some fail", async () => {
    const writing = write(5, (after) => {
      after(() => Promise.reject(new Error("nobody listens")));
      after(() => {
        throw new Error("nobody is there");
      });
      after(async () => {
        await aMoment();
        effects.push("at last");
      });
      after(() => effects.push("and again"));
    });
    expect(await writing).toBe(5);
    expect(effects).toEqual(["written 5", "at last", "and again"]);
  });
});
