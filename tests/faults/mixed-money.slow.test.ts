import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { OrderAction } from "#infra/dev/fakes/paypal/fake-orders.ts";
import { listCaptures } from "#infra/dev/fakes/paypal/paypal-order.ts";
import type { PaymentFault } from "#infra/dev/fakes/paypal/payment-fault.ts";
import { verifyLedger } from "#infra/services/purchases/verify-ledger.ts";
import { reconcilePurchasesOnce } from "#worker/runtime/reconciler/purchase-reconciler.ts";
import type { TestUser } from "../api/test-api.ts";
import { waitUntil } from "../harness.ts";
import { createTestRandom } from "../helpers/seeded-random.ts";
import {
  type TestBuyer,
  startPurchaseHarness,
  type PurchaseHarness,
} from "../helpers/purchase-harness.ts";

const OPERATIONS = 2000;
const USER_COUNT = 24;
const CONCURRENCY = 12;

let harness: PurchaseHarness;
beforeAll(async () => {
  harness = await startPurchaseHarness();
});
afterAll(() => harness.close());

const ACTS: readonly OrderAction[] = [
  "approve",
  "approve",
  "approve",
  "approve-declined",
  "void",
  "expire",
];
const FAULTS: readonly Pick<PaymentFault, "at" | "effect">[] = [
  { at: "capture", effect: "drop" },
  { at: "capture", effect: "pending" },
  { at: "capture", effect: "decline" },
  { at: "capture", effect: "declined-capture" },
  { at: "capture", effect: "wrong-amount" },
  { at: "capture", effect: "unreached" },
  { at: "create", effect: "drop" },
  { at: "read", effect: "status" },
  { at: "verify", effect: "status" },
  { at: "webhook", effect: "lose" },
  { at: "webhook", effect: "twice" },
  { at: "webhook", effect: "late" },
  { at: "webhook", effect: "forge" },
];

/** SQL of a worker that refunds a debate whose first turn failed permanently. */
const REFUND = `
  WITH refunded AS (
    UPDATE debates SET refunded = true
     WHERE id = (SELECT id FROM debates WHERE user_id = $1 AND NOT refunded LIMIT 1)
    RETURNING id, user_id, charges)
  INSERT INTO credit_ledger (user_id, delta, reason, reference)
  SELECT user_id, 1, 'refund', id || ':' || charges FROM refunded ON CONFLICT DO NOTHING`;

/**
 * Makes some purchases due for a check. Skips locked rows, because two of these statements could
 * otherwise deadlock.
 */
const MAKE_SOME_DUE_SQL = `
  UPDATE transactions SET check_at = now()
   WHERE id IN (SELECT id FROM transactions WHERE status = 'pending'
                 ORDER BY random() LIMIT 5 FOR UPDATE SKIP LOCKED)`;

const operations = (
  users: TestUser[],
  buyers: TestBuyer[],
  random: (n: number) => number,
): (() => Promise<void>)[] => {
  const pickUser = () => users[random(users.length)] as TestUser;
  const pickBuyer = () => buyers[random(buyers.length)];
  const buy = async () => {
    await harness.order(pickUser(), random(4)).then(
      (buyer) => buyers.push(buyer),
      () => "no order",
    );
  };
  const debate = async () => {
    const topic = "Money should be abolished";
    await pickUser().client.post("/api/debates", { topic, maxTurns: 2 });
  };
  return [
    buy,
    buy,
    debate,
    debate,
    async () => void (await harness.api.sql(REFUND, [pickUser().user.id])),
    async () => {
      const buyer = pickBuyer();
      const order = buyer && harness.paypal.orders.find(buyer.orderId);
      if (order) harness.paypal.orders.act(order, ACTS[random(ACTS.length)] ?? "approve");
    },
    async () => {
      const buyer = pickBuyer();
      if (buyer) await Promise.all([harness.capture(buyer), harness.capture(buyer)]);
    },
    async () => {
      const buyer = pickBuyer();
      if (buyer) await harness.capture({ ...buyer, ...pickUser() });
    },
    async () => harness.paypal.faults.add(FAULTS[random(FAULTS.length)] ?? { at: "read" }),
    async () => {
      await harness.api.sql(MAKE_SOME_DUE_SQL);
      await reconcilePurchasesOnce(harness.settling);
    },
  ];
};

const runVerifyLedger = () =>
  promisify(execFile)(process.execPath, ["dist/verify-ledger.js"], {
    env: { PATH: process.env["PATH"], DATABASE_URL: harness.databaseUrl },
  });

test(`${OPERATIONS} mixed operations with faults leave every balance equal to its ledger and every payment credited`, async () => {
  const random = createTestRandom(20_261_121);
  const users = await Promise.all(Array.from({ length: USER_COUNT }, () => harness.api.person()));
  const buyers: TestBuyer[] = [];
  const all = operations(users, buyers, random);
  for (let done = 0; done < OPERATIONS; done += CONCURRENCY)
    await Promise.all(Array.from({ length: CONCURRENCY }, async () => all[random(all.length)]?.()));

  // Without faults, every order that is approved or pending at PayPal must be settled.
  harness.paypal.faults.clear();
  for (const order of harness.paypal.orders.all()) harness.paypal.orders.act(order, "complete");
  await waitUntil(
    async () => {
      await harness.reconcile();
      const openOrders = await harness.api.sql<{ orderId: string }>(
        `SELECT order_id AS "orderId" FROM transactions WHERE status = 'pending'`,
      );
      return openOrders.every(
        ({ orderId }) => harness.paypal.orders.find(orderId)?.status !== "APPROVED",
      );
    },
    { what: "every approved order being captured" },
  );

  expect((await verifyLedger(harness.db)).differences).toEqual([]);
  const rows = await harness.api.sql<{
    id: number;
    status: string;
    orderId: string;
    amount: number;
  }>(
    `SELECT id, status, order_id AS "orderId", amount FROM transactions WHERE order_id IS NOT NULL`,
  );
  // A purchase must be completed if and only if it was paid at PayPal.
  const isPaid = ({ orderId, amount }: (typeof rows)[number]) =>
    listCaptures(harness.paypal.orders.find(orderId)).some(
      (capture) =>
        capture.status === "COMPLETED" && capture.amount.value === (amount / 100).toFixed(2),
    );
  expect(rows.filter((row) => isPaid(row) !== (row.status === "completed"))).toEqual([]);
  expect(rows.filter(({ status }) => status === "completed").length).toBeGreaterThan(25);

  expect((await runVerifyLedger()).stdout).toMatch(
    /^The ledger is consistent: \d+ users, \d+ entries/,
  );
}, 240_000);

test("ledger:verify exits with 1 and names the user whose balance differs", async () => {
  const { user } = await harness.api.person();
  await harness.api.sql("ALTER TABLE users DISABLE TRIGGER users_refuse_balance_without_ledger");
  await harness.api.sql("UPDATE users SET credits = 41 WHERE id = $1", [user.id]);
  await expect(runVerifyLedger()).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`{"user":${user.id},"balance":41,"ledger":1}`),
  });
});
