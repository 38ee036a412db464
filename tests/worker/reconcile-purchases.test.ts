import { createPayPalClient } from "#infra/payments/paypal-client.ts";
import type { SettlementDeps } from "#infra/services/purchases/settlement-deps.ts";
import { reconcilePurchasesOnce } from "#worker/runtime/reconciler/purchase-reconciler.ts";
import { createMemoryLogger, type MemoryLogger } from "../helpers/memory-logger.ts";
import {
  type TestBuyer,
  startPurchaseHarness,
  type PurchaseHarness,
} from "../helpers/purchase-harness.ts";

let harness: PurchaseHarness;
const pushed: { userId: number; credits: number }[] = [];
beforeAll(async () => {
  const creditsUpdated = (userId: number, credits: number) =>
    Boolean(pushed.push({ userId, credits }));
  harness = await startPurchaseHarness({}, { announce: { creditsUpdated } });
  // Webhooks are off, so every change below comes from the reconciler.
  harness.paypal.webhooks.url = undefined;
});
afterAll(() => harness.close());
beforeEach(() => harness.paypal.faults.clear());

/** Runs the reconciler once on all pending purchases and returns its log. */
const logOfLook = async (settling: Partial<SettlementDeps> = {}): Promise<MemoryLogger> => {
  const log = createMemoryLogger();
  await harness.api.sql("UPDATE transactions SET check_at = now() WHERE status = 'pending'");
  await reconcilePurchasesOnce({ ...harness.settling, logger: log.logger, ...settling });
  return log;
};
const alertsOf = ({ transactionId }: TestBuyer, log: MemoryLogger): string[] =>
  log
    .alerts()
    .filter((line) => line["transactionId"] === transactionId)
    .map(({ msg }) => msg.replace("a person must look at this: ", ""));

/** Creates purchases without an order at PayPal and returns their ids. */
const orphans = async (count: number): Promise<number[]> => {
  const { user } = await harness.api.person();
  const rows = await harness.api.sql<{ id: number }>(
    `INSERT INTO transactions (user_id, amount, credits)
     SELECT $1, 299, 2 FROM generate_series(1, $2) RETURNING id`,
    [user.id, count],
  );
  return rows.map(({ id }) => id);
};
const statusOf = (transactionId: number) => harness.status({ transactionId });
const makeDue = (ids: number[], minutesAgo = 0) =>
  harness.api.sql(
    "UPDATE transactions SET check_at = now() - $2 * interval '1 minute' WHERE id = ANY($1)",
    [ids, minutesAgo],
  );

describe("the purchase reconciler", () => {
  it("captures and credits an approved order when no other process does, and notifies open tabs", async () => {
    const buyer = await harness.order();
    harness.act(buyer, "approve");
    await harness.reconcile();
    expect(await harness.status(buyer)).toBe("completed");
    expect(await harness.credits(buyer)).toBe(6);
    expect(pushed).toContainEqual({ userId: buyer.user.id, credits: 6 });
  });

  it("skips a purchase that was just created", async () => {
    const buyer = await harness.order();
    harness.act(buyer, "approve");
    await reconcilePurchasesOnce(harness.settling);
    expect(await harness.status(buyer)).toBe("pending");
  });

  it("checks an unapproved order at growing intervals", async () => {
    const buyer = await harness.order();
    const waits: number[] = [];
    for (let attempt = 0; attempt < 3; attempt++) {
      await harness.reconcile();
      const [row] = await harness.api.sql<{ minutes: number }>(
        `SELECT round(extract(epoch FROM check_at - now()) / 60)::int AS minutes
           FROM transactions WHERE id = $1`,
        [buyer.transactionId],
      );
      waits.push(row?.minutes ?? 0);
    }
    expect(waits).toEqual([3, 6, 12]);
    expect(await harness.status(buyer)).toBe("pending");
  });

  it.each(["void", "expire"] as const)(
    "fails a purchase when PayPal's order ends by %s",
    async (act) => {
      const buyer = await harness.order();
      harness.act(buyer, act);
      await harness.reconcile();
      expect(await harness.status(buyer)).toBe("failed");
    },
  );

  it("fails purchases that are unapproved after three days or have no order", async () => {
    const buyer = await harness.order();
    await harness.age(buyer, "4 days");
    const [orphan] = await harness.api.sql<{ id: number }>(
      "INSERT INTO transactions (user_id, amount, credits) VALUES ($1, 299, 2) RETURNING id",
      [buyer.user.id],
    );
    await harness.reconcile();
    expect(await harness.status(buyer)).toBe("failed");
    expect(await harness.status({ transactionId: orphan?.id ?? 0 })).toBe("failed");
  });

  it("credits a purchase that was failed as unpaid and is paid later", async () => {
    const buyer = await harness.order();
    await harness.age(buyer, "4 days");
    await harness.reconcile();
    harness.paypal.orders.capture(harness.act(buyer, "approve"));
    await harness.capture(buyer);
    expect(await harness.status(buyer)).toBe("completed");
    expect(await harness.credits(buyer)).toBe(6);
  });

  it("fails a purchase that was declined and not paid within three days", async () => {
    const buyer = await harness.order();
    harness.act(buyer, "approve-declined");
    await harness.reconcile();
    await harness.age(buyer, "4 days");
    await harness.reconcile();
    expect(await harness.status(buyer)).toBe("failed");
  });

  it("raises an alert for a payment that is pending for more than eight days, and keeps waiting", async () => {
    const buyer = await harness.order();
    harness.act(buyer, "approve");
    harness.paypal.faults.add({ at: "capture", effect: "pending" });
    await harness.age(buyer, "7 days");
    for (let attempt = 0; attempt < 2; attempt++)
      expect(alertsOf(buyer, await logOfLook())).toEqual([]);
    await harness.age(buyer, "9 days");
    expect(alertsOf(buyer, await logOfLook())).toEqual(["a payment has been on its way for days"]);
    expect(await harness.status(buyer)).toBe("pending");
    harness.act(buyer, "complete");
    expect(alertsOf(buyer, await logOfLook())).toEqual([]);
    expect(await harness.credits(buyer)).toBe(6);
  });

  it("captures an approved payment that was declined before", async () => {
    const buyer = await harness.order();
    harness.act(buyer, "approve-declined");
    await harness.reconcile();
    expect(await harness.status(buyer)).toBe("pending");
    harness.act(buyer, "approve");
    await harness.reconcile();
    expect(await harness.credits(buyer)).toBe(6);
  });

  it("raises one alert for a payment of a different amount", async () => {
    const buyer = await harness.order();
    harness.act(buyer, "approve");
    harness.paypal.faults.add({ at: "capture", effect: "wrong-amount" });
    expect(alertsOf(buyer, await logOfLook())).toHaveLength(1);
    expect(await harness.status(buyer)).toBe("failed");
    expect(alertsOf(buyer, await logOfLook())).toHaveLength(0);
  });

  it("raises an alert when PayPal does not answer about a purchase for days", async () => {
    const buyer = await harness.order();
    await harness.age(buyer, "4 days");
    const unreachablePayPal = createPayPalClient({
      clientId: "stand-in",
      clientSecret: "stand-in",
      webhookId: undefined,
      baseUrl: "http://127.0.0.1:1/paypal",
      sdkUrl: undefined,
      isFake: true,
    });
    const fresh = await harness.order();
    const log = await logOfLook({ paypal: unreachablePayPal });
    expect(alertsOf(buyer, log)).toEqual(["a purchase cannot be settled"]);
    expect(await harness.status(buyer)).toBe("pending");
    expect(alertsOf(fresh, log)).toEqual([]);
  });

  it("checks at most 20 purchases at once, those that have waited longest first", async () => {
    const ids = await orphans(25);
    for (const [place, id] of ids.entries()) await makeDue([id], place + 1);
    // Without this index, rows are read in another order unless the statement sorts them.
    await harness.api.sql("DROP INDEX transactions_to_check");
    await reconcilePurchasesOnce(harness.settling);
    const statuses = await Promise.all(ids.map(statusOf));
    expect(statuses.map((status) => status === "failed")).toEqual(
      ids.map((_id, place) => place >= 5),
    );
    const [row] = await harness.api.sql<{ failure: string }>(
      "SELECT failure FROM transactions WHERE id = $1",
      [ids.at(-1)],
    );
    expect(row?.failure).toBe("no order was made");
    await harness.reconcile();
  });

  it("skips a purchase that another transaction has locked", async () => {
    const [held = 0, free = 0] = await orphans(2);
    await makeDue([held, free]);
    const otherConnection = harness.db.createQueryRunner();
    await otherConnection.startTransaction();
    await otherConnection.query("SELECT FROM transactions WHERE id = $1 FOR UPDATE", [held]);
    await reconcilePurchasesOnce(harness.settling);
    expect(await statusOf(free)).toBe("failed");
    await otherConnection.commitTransaction();
    await otherConnection.release();
    expect(await statusOf(held)).toBe("pending");
    await harness.reconcile();
    expect(await statusOf(held)).toBe("failed");
  });

  it("checks again after at most six hours, however often it has checked", async () => {
    const { transactionId } = await harness.order();
    const waits: number[] = [];
    for (const checks of [6, 7, 2000]) {
      await harness.api.sql("UPDATE transactions SET checks = $2, check_at = now() WHERE id = $1", [
        transactionId,
        checks,
      ]);
      await reconcilePurchasesOnce(harness.settling);
      const [row] = await harness.api.sql<{ minutes: number }>(
        `SELECT round(extract(epoch FROM check_at - now()) / 60)::int AS minutes
           FROM transactions WHERE id = $1`,
        [transactionId],
      );
      waits.push(row?.minutes ?? 0);
    }
    expect(waits).toEqual([192, 360, 360]);
  });

  it("does not check completed or failed purchases", async () => {
    const [failed = 0] = await orphans(1);
    const buyer = await harness.order();
    harness.act(buyer, "approve");
    await harness.reconcile();
    const both = [failed, buyer.transactionId];
    const readPurchases = () =>
      harness.api.sql<{ status: string; checks: number }>(
        "SELECT status, checks FROM transactions WHERE id = ANY($1) ORDER BY id",
        [both],
      );
    const before = await readPurchases();
    expect(before).toEqual([
      { status: "failed", checks: 1 },
      { status: "completed", checks: 1 },
    ]);
    await makeDue(both);
    await reconcilePurchasesOnce(harness.settling);
    expect(await readPurchases()).toEqual(before);
  });

  it("credits each purchase once even if several workers reconcile at the same time", async () => {
    const buyers = await Promise.all(Array.from({ length: 10 }, () => harness.order()));
    for (const buyer of buyers) harness.act(buyer, "approve");
    await Promise.all(Array.from({ length: 5 }, () => harness.reconcile()));
    for (const buyer of buyers) expect(await harness.credits(buyer)).toBe(6);
  });
});
