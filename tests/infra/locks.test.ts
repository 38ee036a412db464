import type { DataSource } from "typeorm";
import { updateAndLockRow, lockRows } from "#infra/db/row-locks.ts";
import { withTransaction, type Tx } from "#infra/db/transaction.ts";
import { testLogger } from "../harness.ts";
import { useTestDatabase } from "../helpers/use-test-database.ts";

describe("locked rows", () => {
  let db: DataSource;
  useTestDatabase(async (opened) => {
    db = opened;
    await db.query(
      `INSERT INTO users (username, email, password)
       SELECT 'person' || n, 'person' || n || '@example.org', '!' FROM generate_series(1, 3) AS n`,
    );
    await db.query(`INSERT INTO debates (topic, user_id) VALUES ('Cats or dogs', 1)`);
  });

  const inTransaction = (work: (tx: Tx) => Promise<unknown>) =>
    withTransaction(db, testLogger, work);
  const ids = { columns: "id", where: "id = ANY($1)" };
  const debate = { ...ids, values: [[1]] };

  it("are locked in the order of their ids until the transaction ends", () =>
    inTransaction(async (tx) => {
      const locked = await lockRows(tx, "users", { ...ids, values: [[3, 1]] });
      expect(locked).toEqual([{ id: 1 }, { id: 3 }]);
      const free = `SELECT id FROM users ORDER BY id FOR KEY SHARE SKIP LOCKED`;
      expect(await db.query(free)).toEqual([{ id: 2 }]);
    }));

  it("can be referenced meanwhile with the strength NO KEY UPDATE", () =>
    inTransaction(async (tx) => {
      await lockRows(tx, "users", { ...ids, values: [[1]], strength: "NO KEY UPDATE" });
      expect(await db.query(`SELECT id FROM users WHERE id = 1 FOR KEY SHARE NOWAIT`)).toHaveLength(
        1,
      );
      await expect(db.query(`SELECT id FROM users WHERE id = 1 FOR UPDATE NOWAIT`)).rejects.toThrow(
        "could not obtain lock",
      );
    }));

  it("are those that an update returns", () =>
    inTransaction(async (tx) => {
      const change = "UPDATE debates SET topic = 'Dogs or cats' WHERE id = $1 RETURNING id";
      expect(await updateAndLockRow(tx, "debates", change, [1])).toEqual({ id: 1 });
      expect(await updateAndLockRow(tx, "debates", change, [2])).toBeUndefined();
      expect(await db.query(`SELECT FROM debates FOR UPDATE SKIP LOCKED`)).toEqual([]);
    }));

  it("cannot be locked against the lock order within one transaction", async () => {
    await inTransaction(async (tx) => {
      await lockRows(tx, "debates", debate);
      await lockRows(tx, "debates", debate);
      await lockRows(tx, "users", { ...ids, values: [[1]] });
      await expect(lockRows(tx, "debates", debate)).rejects.toThrow(
        "debates must be locked before users",
      );
      await expect(updateAndLockRow(tx, "debates", "never asked", [])).rejects.toThrow(
        "debates must be locked before users",
      );
    });
    await inTransaction((tx) => lockRows(tx, "debates", debate));
  });
});
