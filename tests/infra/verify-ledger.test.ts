import type { DataSource } from "typeorm";
import { verifyLedger } from "#infra/services/purchases/verify-ledger.ts";
import { useTestDatabase } from "../helpers/use-test-database.ts";

/**
 * SQL for three users and their purchases and debates.
 * - Ada (1): purchase 1 is completed, purchase 2 is not. Debate 1 was refunded and charged again.
 * - Bob (2): debate 2 was charged. Debate 3 is a sample and was never charged.
 * - Cleo (3) was deleted, and her debate refunded.
 * - Purchase 3 was completed without a buyer.
 */
const FIXTURE_SQL = `
  INSERT INTO users (username, email, password)
  VALUES ('Ada', 'ada@example.org', '!'), ('Bob', 'bob@example.org', '!'), ('Cleo', 'cleo@example.org', '!');
  INSERT INTO transactions (user_id, amount, credits) VALUES (1, 500, 5), (1, 500, 5), (NULL, 500, 5);
  UPDATE transactions SET status = 'completed' WHERE id IN (1, 3);
  INSERT INTO debates (topic, user_id, charges)
  VALUES ('Ada''s debate', 1, 2), ('Bob''s debate', 2, 1), ('A sample', 2, 1);
  INSERT INTO credit_ledger (user_id, delta, reason, reference)
  VALUES (1, -1, 'debate', '1:1'), (1, 1, 'refund', '1:1'), (1, -1, 'debate', '1:2'),
         (2, -1, 'debate', '2:1'), (1, 3, 'admin', 'a gift'),
         (3, -1, 'debate', '4:1'), (3, 1, 'refund', '4:1');
  DELETE FROM users WHERE id = 3;`;

const BALANCE_VIOLATION = "a balance differs from the sum of its entries";
const UNCREDITED_VIOLATION = "a completed purchase is not credited to its buyer";
const UNPAID_VIOLATION = "credits were booked for a purchase that is not completed";
const REFUND = "a refund gives back what was not taken";
const GIVEN_BACK_VIOLATION = "more credits were given back than were taken";
const TAKEN_BACK_VIOLATION = "more credits were taken back than were bought";
const CHARGE_COUNT_VIOLATION = "a debate is charged another number of times than it says";

let db: DataSource;
useTestDatabase(async (opened) => {
  db = opened;
  await db.query(FIXTURE_SQL);
});

/**
 * Makes a change without triggers and constraints. Returns the differences that `verifyLedger`
 * finds, and reverts the change.
 */
const foundAfter = async (change: string): Promise<Record<string, unknown[]>> => {
  const runner = db.createQueryRunner();
  await runner.startTransaction();
  await runner.query("SET LOCAL session_replication_role = replica");
  await runner.query(change);
  const { differences } = await verifyLedger(runner);
  await runner.rollbackTransaction();
  await runner.release();
  return Object.fromEntries(differences.map(({ what, rows }) => [what, rows]));
};

interface Move {
  id: number;
  by: number;
}
/**
 * Returns SQL that makes a change and adjusts the balances, so that `verifyLedger` finds only the
 * intended difference.
 */
const withAdjustedBalances = (change: string, ...moves: Move[]): string =>
  [
    change,
    ...moves.map(({ id, by }) => `UPDATE users SET credits = credits + ${by} WHERE id = ${id}`),
  ].join(";");
const booking = (id: number, by: number, reason: string, reference: string): string =>
  withAdjustedBalances(
    `INSERT INTO credit_ledger (user_id, delta, reason, reference)
     VALUES (${id}, ${by}, '${reason}', '${reference}')`,
    { id, by },
  );
const purchased = (change: string) =>
  `UPDATE credit_ledger SET ${change} WHERE reason = 'purchase'`;

const ADA_UNCREDITED = { [UNCREDITED_VIOLATION]: [{ transaction: 1, user: 1, credits: 5 }] };
const entry = expect.any(Number);

it("a ledger whose entries explain everything has no differences", async () => {
  const { users, entries, differences } = await verifyLedger(db);
  expect([users, entries, differences]).toEqual([2, 11, []]);
});

it("reversed credits, up to the number bought, are no difference", async () => {
  expect(await foundAfter(booking(1, -5, "reversal", "1:REFUND"))).not.toHaveProperty(
    TAKEN_BACK_VIOLATION,
  );
});

it("restored credits, up to the number reversed, are no difference", async () => {
  const reversed = booking(1, -5, "reversal", "1:REFUND");
  const found = await foundAfter(`${reversed}; ${booking(1, 5, "restoration", "1:REFUND")}`);
  expect(found).not.toHaveProperty(GIVEN_BACK_VIOLATION);
});

it.each([
  [
    "a balance differs from its entries",
    "UPDATE users SET credits = 9 WHERE id = 1",
    { [BALANCE_VIOLATION]: [{ user: 1, balance: 9, ledger: 8 }] },
  ],
  [
    "a balance has no entries",
    "DELETE FROM credit_ledger WHERE user_id = 2; UPDATE users SET credits = 4 WHERE id = 2",
    { [BALANCE_VIOLATION]: [{ user: 2, balance: 4, ledger: 0 }] },
  ],
  [
    "a completed purchase has no entry",
    withAdjustedBalances("DELETE FROM credit_ledger WHERE reason = 'purchase'", { id: 1, by: -5 }),
    ADA_UNCREDITED,
  ],
  ["the entry of a purchase has another reason", purchased("reason = 'admin'"), ADA_UNCREDITED],
  [
    "the entry of a purchase belongs to another user",
    withAdjustedBalances(purchased("user_id = 2"), { id: 1, by: -5 }, { id: 2, by: 5 }),
    ADA_UNCREDITED,
  ],
  [
    "the entry of a purchase refers to another purchase",
    purchased("reference = '2'"),
    { ...ADA_UNCREDITED, [UNPAID_VIOLATION]: [{ entry, transaction: "2", delta: 5 }] },
  ],
  [
    "the entry of a purchase has another amount",
    withAdjustedBalances(purchased("delta = 4"), { id: 1, by: -1 }),
    { ...ADA_UNCREDITED, [UNPAID_VIOLATION]: [{ entry, transaction: "1", delta: 4 }] },
  ],
  [
    "an open purchase is credited",
    booking(1, 5, "purchase", "2"),
    { [UNPAID_VIOLATION]: [{ entry, transaction: "2", delta: 5 }] },
  ],
  [
    "a missing purchase is credited",
    booking(1, 5, "purchase", "99"),
    { [UNPAID_VIOLATION]: [{ entry, transaction: "99", delta: 5 }] },
  ],
  [
    "a missing charge is refunded",
    booking(1, 1, "refund", "1:7"),
    { [REFUND]: [{ entry, debate: "1:7", delta: 1 }] },
  ],
  [
    "an entry that is no charge is refunded",
    booking(1, -3, "refund", "a gift"),
    { [REFUND]: [{ entry, debate: "a gift", delta: -3 }] },
  ],
  [
    "more is refunded than was charged",
    booking(2, 2, "refund", "2:1"),
    { [REFUND]: [{ entry, debate: "2:1", delta: 2 }] },
  ],
  [
    "another user is refunded",
    booking(1, 1, "refund", "2:1"),
    { [REFUND]: [{ entry, debate: "2:1", delta: 1 }] },
  ],
  [
    "more credits are reversed than were bought",
    booking(1, -6, "reversal", "1:REFUND"),
    { [TAKEN_BACK_VIOLATION]: [{ transaction: "1", taken: 6, credits: 5 }] },
  ],
  [
    "more credits are restored than were reversed",
    booking(1, 2, "restoration", "1:REFUND"),
    { [GIVEN_BACK_VIOLATION]: [{ transaction: "1", surplus: 2 }] },
  ],
  [
    "credits of a missing purchase are reversed",
    booking(1, -1, "reversal", "99:REFUND"),
    { [TAKEN_BACK_VIOLATION]: [{ transaction: "99", taken: 1, credits: null }] },
  ],
  [
    "a debate has fewer entries than charges",
    "UPDATE debates SET charges = 3 WHERE id = 1",
    { [CHARGE_COUNT_VIOLATION]: [{ debate: 1, charges: 3, entries: 2 }] },
  ],
  [
    "a debate has more entries than charges",
    "UPDATE debates SET charges = 1 WHERE id = 1",
    { [CHARGE_COUNT_VIOLATION]: [{ debate: 1, charges: 1, entries: 2 }] },
  ],
])("a ledger has differences when %s", async (_what, change, found) => {
  expect(await foundAfter(change)).toEqual(found);
});
