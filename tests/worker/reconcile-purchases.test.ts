import { pino } from "pino";
import { createPayPal } from "#infra/payments/paypal.ts";
import type { Settling } from "#infra/payments/settling.ts";
import { reconcilePurchasesOnce } from "#worker/reconcile-purchases.ts";
import { type Buyer, openShop, type Shop } from "../shop.ts";

let shop: Shop;
const pushed: { userId: number; credits: number }[] = [];
beforeAll(async () => {
  const creditsUpdated = (userId: number, credits: number) =>
    Boolean(pushed.push({ userId, credits }));
  shop = await openShop({}, { creditsUpdated });
  // Nobody is told: whatever happens here, the reconciler found out.
  shop.paypal.webhooks.url = undefined;
});
afterAll(() => shop.close());
beforeEach(() => shop.paypal.faults.clear());

const age = ({ transactionId }: Buyer, interval: string) =>
  shop.db.transaction(async (tx) => {
    // What never changes is changed here, as time would.
    await tx.query("ALTER TABLE transactions DISABLE TRIGGER transactions_stay");
    await tx.query("UPDATE transactions SET created_at = now() - $2::interval WHERE id = $1", [
      transactionId,
      interval,
    ]);
    await tx.query("ALTER TABLE transactions ENABLE TRIGGER transactions_stay");
  });

interface Line {
  alert?: string;
  transactionId?: number;
}

/** What the reconciler's log says while it looks once at all that is pending. */
const logOfLook = async (settling: Partial<Settling> = {}): Promise<Line[]> => {
  const lines: Line[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as Line) });
  await shop.api.sql("UPDATE transactions SET check_at = now() WHERE status = 'pending'");
  await reconcilePurchasesOnce({ ...shop.settling, logger, ...settling });
  return lines;
};

describe("the reconciler of purchases", () => {
  it("takes and credits what was approved when everybody else has gone, and tells the tabs", async () => {
    const buyer = await shop.order();
    shop.act(buyer, "approve");
    await shop.reconcile();
    expect(await shop.status(buyer)).toBe("completed");
    expect(await shop.credits(buyer)).toBe(6);
    expect(pushed).toContainEqual({ userId: buyer.user.id, credits: 6 });
  });

  it("leaves alone what is not minutes old", async () => {
    const buyer = await shop.order();
    shop.act(buyer, "approve");
    await reconcilePurchasesOnce(shop.settling);
    expect(await shop.status(buyer)).toBe("pending");
  });

  it("looks again later and later at what the buyer has not approved", async () => {
    const buyer = await shop.order();
    const waits: number[] = [];
    for (let look = 0; look < 3; look++) {
      await shop.reconcile();
      const [row] = await shop.api.sql<{ minutes: number }>(
        `SELECT round(extract(epoch FROM check_at - now()) / 60)::int AS minutes
           FROM transactions WHERE id = $1`,
        [buyer.transactionId],
      );
      waits.push(row?.minutes ?? 0);
    }
    expect(waits).toEqual([3, 6, 12]);
    expect(await shop.status(buyer)).toBe("pending");
  });

  it.each(["void", "expire"] as const)("fails what PayPal has made %s", async (act) => {
    const buyer = await shop.order();
    shop.act(buyer, act);
    await shop.reconcile();
    expect(await shop.status(buyer)).toBe("failed");
  });

  it("fails what nobody approved in three days, and what has no order", async () => {
    const buyer = await shop.order();
    await age(buyer, "4 days");
    const [orphan] = await shop.api.sql<{ id: number }>(
      "INSERT INTO transactions (user_id, amount, credits) VALUES ($1, 299, 2) RETURNING id",
      [buyer.user.id],
    );
    await shop.reconcile();
    expect(await shop.status(buyer)).toBe("failed");
    expect(await shop.status({ transactionId: orphan?.id ?? 0 })).toBe("failed");
  });

  it("credits what was failed as unpaid, should it turn out to be paid", async () => {
    const buyer = await shop.order();
    await age(buyer, "4 days");
    await shop.reconcile();
    shop.paypal.orders.capture(shop.act(buyer, "approve"), {
      at: "capture",
      effect: "none",
      times: 1,
      delayMs: 0,
      status: 500,
    });
    await shop.capture(buyer);
    expect(await shop.status(buyer)).toBe("completed");
    expect(await shop.credits(buyer)).toBe(6);
  });

  it("takes an approved payment that was declined before", async () => {
    const buyer = await shop.order();
    shop.act(buyer, "approve-declined");
    await shop.reconcile();
    expect(await shop.status(buyer)).toBe("pending");
    shop.act(buyer, "approve");
    await shop.reconcile();
    expect(await shop.credits(buyer)).toBe(6);
  });

  it("calls a person for a payment of another amount, once", async () => {
    const buyer = await shop.order();
    shop.act(buyer, "approve");
    shop.paypal.faults.next({ at: "capture", effect: "wrong-amount" });
    const alerts = (lines: Line[]) =>
      lines.filter((line) => line.alert && line.transactionId === buyer.transactionId);
    expect(alerts(await logOfLook())).toHaveLength(1);
    expect(await shop.status(buyer)).toBe("failed");
    expect(alerts(await logOfLook())).toHaveLength(0);
  });

  it("never gives up silently: what PayPal does not answer about for days calls a person", async () => {
    const buyer = await shop.order();
    await age(buyer, "4 days");
    const away = createPayPal({
      clientId: "stand-in",
      clientSecret: "stand-in",
      webhookId: undefined,
      baseUrl: "http://127.0.0.1:1/paypal",
      sdkUrl: undefined,
    });
    const lines = await logOfLook({ paypal: away });
    expect(lines).toContainEqual(
      expect.objectContaining({ alert: "payment", transactionId: buyer.transactionId }),
    );
    expect(await shop.status(buyer)).toBe("pending");
  });

  it("and its fellows in other workers look at each purchase once", async () => {
    const buyers = await Promise.all(Array.from({ length: 10 }, () => shop.order()));
    for (const buyer of buyers) shop.act(buyer, "approve");
    await Promise.all(Array.from({ length: 5 }, () => shop.reconcile()));
    for (const buyer of buyers) expect(await shop.credits(buyer)).toBe(6);
  });
});
