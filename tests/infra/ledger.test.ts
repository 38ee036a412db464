import type { DataSource } from "typeorm";
import { createDataSource } from "#infra/db/connection/data-source.ts";
import { LedgerEntryEntity } from "#infra/db/entities/ledger-entry.ts";
import { getViolatedConstraint, mutateRows, selectRows } from "#infra/db/sql.ts";
import { startDatabaseProxy } from "../helpers/postgres-proxy/database-proxy.ts";
import { useTestDatabase } from "../helpers/use-test-database.ts";
import { createRunOverlapping } from "../helpers/concurrent-acts.ts";

let db: DataSource;
let databaseUrl: string;
useTestDatabase((opened, url) => {
  [db, databaseUrl] = [opened, url];
});

let made = 0;
const newUser = async (): Promise<number> => {
  const name = `user${++made}`;
  const [user] = await mutateRows<{ id: number }>(
    db,
    `INSERT INTO users (username, email, password) VALUES ($1, $2, '!') RETURNING id`,
    [name, `${name}@example.org`],
  );
  return user?.id ?? 0;
};
const book = (userId: number | null, delta: number, reason: string, reference: string) =>
  db.query(
    `INSERT INTO credit_ledger (user_id, delta, reason, reference) VALUES ($1, $2, $3, $4)`,
    [userId, delta, reason, reference],
  );
const balance = async (userId: number): Promise<number | undefined> => {
  const [user] = await selectRows<{ credits: number }>(
    db,
    `SELECT credits FROM users WHERE id = $1`,
    [userId],
  );
  return user?.credits;
};
const refusal = (attempt: Promise<unknown>) =>
  attempt.then(
    () => "accepted",
    (err: unknown) => getViolatedConstraint(err) ?? String(err),
  );

describe("the ledger", () => {
  it("gives a new user one credit with an entry", async () => {
    const id = await newUser();
    expect(await balance(id)).toBe(1);
    expect(
      await selectRows(db, `SELECT delta, reason FROM credit_ledger WHERE user_id = $1`, [id]),
    ).toEqual([{ delta: 1, reason: "signup" }]);
  });

  it("changes the balance with every entry", async () => {
    const id = await newUser();
    await book(id, 5, "purchase", `p${id}`);
    await book(id, -1, "debate", `d${id}`);
    expect(await balance(id)).toBe(5);
  });

  it("never lets a balance fall below zero", async () => {
    const id = await newUser();
    expect(await refusal(book(id, -2, "debate", `d${id}`))).toBe("users_credits_not_negative");
    expect(await balance(id)).toBe(1);
  });

  it("rejects a second entry with the same reference", async () => {
    const id = await newUser();
    await book(id, 5, "purchase", `p${id}`);
    expect(await refusal(book(id, 5, "purchase", `p${id}`))).toBe("credit_ledger_once");
    expect(await balance(id)).toBe(6);
  });

  it("rejects a change of the balance without an entry", async () => {
    const id = await newUser();
    const moved = db.query(`UPDATE users SET credits = 100 WHERE id = $1`, [id]);
    expect(await refusal(moved)).toContain("credits move only with a ledger entry");
  });

  it("records the initial credits of a new user, even if they are zero", async () => {
    const [user] = await mutateRows<{ id: number }>(
      db,
      `INSERT INTO users (username, email, password, credits) VALUES ('poor', 'poor', '!', 0)
       RETURNING id`,
    );
    expect(
      await selectRows(db, `SELECT delta FROM credit_ledger WHERE user_id = $1`, [user?.id]),
    ).toEqual([{ delta: 0 }]);
  });

  it("accepts an update that leaves the balance unchanged", async () => {
    const id = await newUser();
    const written = db.query(`UPDATE users SET credits = credits WHERE id = $1`, [id]);
    expect(await refusal(written)).toBe("accepted");
  });

  it.each([
    ["of zero", 0, "debate", "credit_ledger_check"],
    ["with an unknown reason", 1, "gift", "credit_ledger_reason_check"],
    ["of another user's sign-up", 5, "signup", "credit_ledger_signup_is_the_users"],
  ])("rejects an entry %s", async (_what, delta, reason, constraint) => {
    const id = await newUser();
    expect(await refusal(book(id, delta, reason, "another"))).toBe(constraint);
    expect(await balance(id)).toBe(1);
  });

  it.each([
    ["changed", `UPDATE credit_ledger SET delta = 7 WHERE user_id = $1`],
    ["moved to another user", `UPDATE credit_ledger SET user_id = user_id - 1 WHERE user_id = $1`],
    ...[
      "id = id + 1000000",
      "delta = 7",
      "reason = 'admin'",
      "reference = 'x'",
      "created_at = now()",
    ].map((assignment) => [
      `changed (${assignment}) when its user is removed`,
      `UPDATE credit_ledger SET user_id = NULL, ${assignment} WHERE user_id = $1`,
    ]),
    ["deleted", `DELETE FROM credit_ledger WHERE user_id = $1`],
  ])("rejects that an entry is %s", async (_how, statement) => {
    const id = await newUser();
    expect(await refusal(db.query(statement, [id]))).toContain("append-only");
  });

  it("rejects an entry without a user", async () => {
    expect(await refusal(book(999_999, 1, "admin", "nobody"))).not.toBe("accepted");
    expect(await refusal(book(null, 1, "admin", "nobody"))).toContain("needs a user");
  });

  it("rejects TRUNCATE", async () => {
    expect(await refusal(db.query("TRUNCATE credit_ledger"))).toContain("append-only");
  });

  it("keeps the entries of a deleted user without the user", async () => {
    const id = await newUser();
    await book(id, 5, "purchase", `gone${id}`);
    await db.query(`DELETE FROM users WHERE id = $1`, [id]);
    expect(
      await selectRows(db, `SELECT user_id, delta FROM credit_ledger WHERE reference = $1`, [
        `gone${id}`,
      ]),
    ).toEqual([{ user_id: null, delta: 5 }]);
  });

  it("loses neither of two concurrent entries", async () => {
    const id = await newUser();
    const wire = await startDatabaseProxy(databaseUrl);
    const wired = await createDataSource(wire.url).initialize();
    const move = (by: number) => () =>
      wired.transaction((tx) =>
        tx.insert(LedgerEntryEntity, {
          userId: id,
          delta: by,
          reason: "admin",
          reference: `${id} by ${by}`,
        }),
      );
    await createRunOverlapping(wire, (statement) => selectRows(db, statement))(move(2), move(3));
    expect(await balance(id)).toBe(6);
    await wired.destroy();
    await wire.cut();
  });

  it("matches the balance after many concurrent entries", async () => {
    const id = await newUser();
    await Promise.allSettled(
      Array.from({ length: 60 }, (_, i) => book(id, i % 3 === 0 ? 1 : -1, "admin", `${id}-${i}`)),
    );
    const [{ sum } = { sum: null }] = await selectRows<{ sum: number }>(
      db,
      `SELECT sum(delta)::int AS sum FROM credit_ledger WHERE user_id = $1`,
      [id],
    );
    expect(await balance(id)).toBe(sum);
  });
});
