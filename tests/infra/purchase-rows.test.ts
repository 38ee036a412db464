import type { DataSource } from "typeorm";
import { getViolatedConstraint, mutateRows, selectRows } from "#infra/db/sql.ts";
import { useTestDatabase } from "../helpers/use-test-database.ts";

let db: DataSource;
useTestDatabase((opened) => {
  db = opened;
});

let made = 0;
const insert = async (statement: string, values: unknown[]): Promise<number> => {
  const [row] = await mutateRows<{ id: number }>(db, `${statement} RETURNING id`, values);
  return row?.id ?? 0;
};
const newUser = (): Promise<number> =>
  insert(`INSERT INTO users (username, email, password) VALUES ($1, $1, '!')`, [`user${++made}`]);
/** Inserts a pending purchase of five credits. */
const newPurchase = async (
  orderId: string | null = `ORDER-${made}`,
): Promise<{ id: number; userId: number }> => {
  const userId = await newUser();
  const columns = "INSERT INTO transactions (user_id, amount, credits, order_id)";
  return { id: await insert(`${columns} VALUES ($1, 599, 5, $2)`, [userId, orderId]), userId };
};
const set = (id: number, assignments: string) =>
  db.query(`UPDATE transactions SET ${assignments} WHERE id = $1`, [id]);
const creditsOf = async (userId: number): Promise<number | undefined> => {
  const [user] = await selectRows<{ credits: number }>(
    db,
    "SELECT credits FROM users WHERE id = $1",
    [userId],
  );
  return user?.credits;
};
/**
 * Returns the constraint that the statement violated, or the database's message. "accepted" if it
 * succeeded.
 */
const refusal = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => "accepted",
    (err: unknown) => getViolatedConstraint(err) ?? String(err),
  );

describe("a purchase row", () => {
  it.each([
    ["has no amount", "0, 5, 'USD', 'paypal', 'pending'", "transactions_amount_check"],
    ["has no credits", "599, 0, 'USD', 'paypal', 'pending'", "transactions_credits_check"],
    ["is in another currency", "599, 5, 'EUR', 'paypal', 'pending'", "transactions_currency_check"],
    ["is paid elsewhere", "599, 5, 'USD', 'card', 'pending'", "transactions_payment_method_check"],
    ["has an unknown status", "599, 5, 'USD', 'paypal', 'gone'", "transactions_status_check"],
  ])("that %s is rejected", async (_what, values, constraint) => {
    const purchase = db.query(
      `INSERT INTO transactions (amount, credits, currency, payment_method, status) VALUES (${values})`,
    );
    expect(await refusal(purchase)).toBe(constraint);
  });

  it.each(["order_id", "capture_id"])("shares its %s with no other row", async (column) => {
    const [first, second] = [await newPurchase(null), await newPurchase(null)];
    await set(first.id, `${column} = 'THE ONE'`);
    expect(await refusal(set(second.id, `${column} = 'THE ONE'`))).toBe(
      `transactions_${column}_key`,
    );
  });

  it.each([
    ["its id", "id = id + 1000000"],
    ["its price", "amount = 1"],
    ["its currency", "currency = 'EUR'"],
    ["its credits", "credits = 500"],
    ["its creation time", "created_at = created_at - interval '1 year'"],
    ["its order", "order_id = 'ANOTHER'"],
    ["its order to none", "order_id = NULL"],
    ["its buyer", "user_id = (SELECT max(id) FROM users)"],
  ])("does not change %s", async (_what, assignment) => {
    const { id } = await newPurchase();
    await newUser();
    expect(await refusal(set(id, assignment))).toContain("payment records stay as they are");
  });

  it("gets its order once, and may lose its buyer", async () => {
    const { id } = await newPurchase(null);
    expect(await refusal(set(id, "order_id = 'LATER'"))).toBe("accepted");
    expect(await refusal(set(id, "user_id = NULL"))).toBe("accepted");
    expect(await refusal(set(id, "user_id = 1"))).toContain("payment records stay as they are");
  });

  it("is kept without its buyer when the buyer is deleted", async () => {
    const { id, userId } = await newPurchase();
    await db.query("DELETE FROM users WHERE id = $1", [userId]);
    expect(await selectRows(db, "SELECT user_id FROM transactions WHERE id = $1", [id])).toEqual([
      { user_id: null },
    ]);
  });

  it.each(["pending", "failed"])("that is completed never becomes %s again", async (status) => {
    const { id } = await newPurchase();
    await set(id, "status = 'completed'");
    expect(await refusal(set(id, `status = '${status}'`))).toContain("stay as they are");
  });

  it("is never deleted, not even by TRUNCATE", async () => {
    const { id } = await newPurchase();
    const deleted = db.query("DELETE FROM transactions WHERE id = $1", [id]);
    expect(await refusal(deleted)).toContain("payment records stay as they are");
    expect(await refusal(db.query("TRUNCATE transactions"))).toContain("append-only");
  });
});

describe("completing a purchase", () => {
  it("credits its buyer in the same statement", async () => {
    const { id, userId } = await newPurchase();
    await set(id, "status = 'completed'");
    expect(await creditsOf(userId)).toBe(6);
    expect(
      await selectRows(
        db,
        `SELECT delta, reference FROM credit_ledger WHERE user_id = $1 AND reason = 'purchase'`,
        [userId],
      ),
    ).toEqual([{ delta: 5, reference: String(id) }]);
  });

  it("credits once, even after it had failed and when it is repeated", async () => {
    const { id, userId } = await newPurchase();
    await set(id, "status = 'failed'");
    expect(await creditsOf(userId)).toBe(1);
    await set(id, "status = 'completed'");
    await set(id, "status = 'completed'");
    expect(await creditsOf(userId)).toBe(6);
  });

  it("without a buyer credits no user", async () => {
    const { id } = await newPurchase();
    await set(id, "user_id = NULL");
    expect(await refusal(set(id, "status = 'completed'"))).toBe("accepted");
  });
});
