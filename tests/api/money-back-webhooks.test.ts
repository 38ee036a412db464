import { listCaptures } from "#infra/dev/fakes/paypal/paypal-order.ts";
import type { PaymentFault } from "#infra/dev/fakes/paypal/payment-fault.ts";
import { verifyLedger } from "#infra/services/purchases/verify-ledger.ts";
import { createMemoryLogger } from "../helpers/memory-logger.ts";
import type { TestBuyer, PurchaseHarness } from "../helpers/purchase-harness.ts";
import { startPurchaseHarness } from "../helpers/purchase-harness.ts";

let harness: PurchaseHarness;
const log = createMemoryLogger();
beforeAll(async () => {
  harness = await startPurchaseHarness({}, { logger: log.logger });
});
afterAll(() => harness.close());
afterEach(async () => {
  harness.paypal.faults.clear();
  const { differences } = await verifyLedger(harness.db);
  if (differences.length > 0) throw new Error(JSON.stringify(differences));
});

const usd = (value: unknown, currency = "USD") => ({ currency_code: currency, value });
const UNCREDITED = 1;
const CREDITED = 6;

/** A buyer with six credits: the free one of every user, and five that were bought for $5.99. */
const buyCredits = async () => {
  const buyer = await harness.order();
  const order = harness.act(buyer, "approve");
  await harness.capture(buyer);
  await harness.settled(buyer, "completed");
  const captureId = listCaptures(order)[0]?.id ?? "";
  const links = [{ rel: "up", href: `https://api.paypal.com/v2/payments/captures/${captureId}` }];
  /** Sends each webhook twice, as PayPal may, and returns the balance. */
  const deliverTwice = async (type: string, resource: object): Promise<number> => {
    for (let times = 0; times < 2; times++)
      expect((await harness.postWebhook(type, { links, ...resource })).status).toBe(200);
    return harness.credits(buyer);
  };
  return { buyer, captureId, deliverTwice };
};
const alertsOf = ({ transactionId }: TestBuyer) =>
  log
    .alerts()
    .filter((line) => line["transactionId"] === transactionId)
    .map(({ msg }) => msg.replace("a person must look at this: ", ""));

const REFUNDED = "PAYMENT.CAPTURE.REFUNDED";
const REVERSED = "PAYMENT.CAPTURE.REVERSED";
const FAILED = "PAYMENT.REFUND.FAILED";
const DISPUTE = "CUSTOMER.DISPUTE.RESOLVED";

describe("a reversal", () => {
  it.each([
    ["of different ids", "A", "B"],
    ["of one id", "A", "A"],
  ])("of a part, then of more, counts the sum once: %s", async (_how, first, second) => {
    const { buyer, deliverTwice } = await buyCredits();
    expect(await deliverTwice(REVERSED, { id: first, amount: usd("2.00") })).toBe(5);
    expect(await deliverTwice(REVERSED, { id: second, amount: usd("4.00") })).toBe(3);
    expect(await deliverTwice(REVERSED, { id: first, amount: usd("2.00") })).toBe(3);
    expect(await deliverTwice(REVERSED, { id: second, amount: usd("5.99") })).toBe(UNCREDITED);
    expect(alertsOf(buyer)).toEqual([]);
  });

  it("counts the total that PayPal states, which includes refunds", async () => {
    const { deliverTwice } = await buyCredits();
    const total = (value: string) => ({
      seller_payable_breakdown: { total_refunded_amount: usd(value) },
    });
    expect(await deliverTwice(REFUNDED, { id: "R", amount: usd("2.00"), ...total("2.00") })).toBe(
      5,
    );
    expect(await deliverTwice(REVERSED, { id: "A", amount: usd("3.00"), ...total("5.00") })).toBe(
      2,
    );
  });

  it("that is cancelled by a dispute in the seller's favor gives the credits back once", async () => {
    const { buyer, captureId, deliverTwice } = await buyCredits();
    const dispute = (outcome: string) => ({
      dispute_id: "D",
      status: "RESOLVED",
      disputed_transactions: [{ seller_transaction_id: captureId }],
      dispute_outcome: { outcome_code: outcome },
    });
    expect(await deliverTwice(REVERSED, { id: "A", amount: usd("5.99") })).toBe(UNCREDITED);
    expect(await deliverTwice(DISPUTE, dispute("RESOLVED_BUYER_FAVOUR"))).toBe(UNCREDITED);
    expect(alertsOf(buyer)).toEqual([]);
    expect(await deliverTwice(DISPUTE, dispute("SOMETHING_NEW"))).toBe(UNCREDITED);
    expect(alertsOf(buyer)).toEqual(["a dispute ended with an unknown outcome"]);
    expect(await deliverTwice(DISPUTE, dispute("RESOLVED_SELLER_FAVOUR"))).toBe(CREDITED);
    expect(await deliverTwice(REVERSED, { id: "A", amount: usd("5.99") })).toBe(CREDITED);
    expect(await deliverTwice(REVERSED, { id: "B", amount: usd("5.99") })).toBe(UNCREDITED);
    expect(await deliverTwice(DISPUTE, dispute("RESOLVED_SELLER_FAVOUR"))).toBe(CREDITED);
  });
});

describe("a refund", () => {
  it("that is pending and then fails gives back what it took, in any order", async () => {
    const { buyer, deliverTwice } = await buyCredits();
    const refund = { id: "R", amount: usd("5.99") };
    expect(await deliverTwice(REFUNDED, { ...refund, status: "PENDING" })).toBe(UNCREDITED);
    expect(await deliverTwice(FAILED, { ...refund, status: "FAILED" })).toBe(CREDITED);
    expect(await deliverTwice(REFUNDED, { ...refund, status: "PENDING" })).toBe(CREDITED);
    expect(alertsOf(buyer)).toEqual([]);
  });

  it("takes nothing if its failure is reported before it", async () => {
    const { deliverTwice } = await buyCredits();
    const refund = { id: "R", amount: usd("5.99") };
    expect(await deliverTwice(FAILED, { ...refund, status: "FAILED" })).toBe(CREDITED);
    expect(await deliverTwice(REFUNDED, { ...refund, status: "PENDING" })).toBe(CREDITED);
    expect(await deliverTwice(REFUNDED, { id: "S", amount: usd("5.99") })).toBe(UNCREDITED);
  });

  it("in parts, of which one fails, takes the share of the others", async () => {
    const { deliverTwice } = await buyCredits();
    expect(await deliverTwice(REFUNDED, { id: "R1", amount: usd("3.00") })).toBe(4);
    expect(await deliverTwice(REFUNDED, { id: "R2", amount: usd("2.99") })).toBe(1);
    expect(await deliverTwice(FAILED, { id: "R1" })).toBe(4);
  });

  it("that fails gives back only what could be taken", async () => {
    const { buyer, deliverTwice } = await buyCredits();
    await harness.api.sql(
      `INSERT INTO credit_ledger (user_id, delta, reason, reference) VALUES ($1, -4, 'admin', $2)`,
      [buyer.user.id, `used-${buyer.user.id}`],
    );
    expect(await deliverTwice(REFUNDED, { id: "R", amount: usd("5.99"), status: "PENDING" })).toBe(
      0,
    );
    expect(alertsOf(buyer)).toEqual(["3 credits of money that went back (R) had been used"]);
    expect(await deliverTwice(FAILED, { id: "R", amount: usd("5.99") })).toBe(2);
  });
});

describe.each([REFUNDED, REVERSED])("a webhook %s whose amount", (type) => {
  it.each([
    ["is missing", undefined],
    ["is in another currency", usd("5.99", "EUR")],
    ["is not a number", usd("much")],
    ["is negative", usd("-5.99")],
    ["is no text", usd(5.99)],
    ["has no currency", { value: "5.99" }],
  ])("%s takes nothing and raises one alert", async (_how, amount) => {
    const { buyer, deliverTwice } = await buyCredits();
    expect(await deliverTwice(type, { id: "R", ...(amount && { amount }) })).toBe(CREDITED);
    expect(alertsOf(buyer)).toEqual(["an amount that went back (R) cannot be read"]);
    expect(await deliverTwice(type, { id: "R", amount: usd("5.99") })).toBe(UNCREDITED);
  });
});

it("a refund with an unknown status takes nothing and raises an alert", async () => {
  const { buyer, deliverTwice } = await buyCredits();
  expect(await deliverTwice(REFUNDED, { id: "R", amount: usd("5.99"), status: "NEW" })).toBe(
    CREDITED,
  );
  expect(alertsOf(buyer)).toEqual(["a refund (R) has an unknown status"]);
});

/** An order that is captured at PayPal while every webhook is lost. */
const captureUnseen = async (status: string, effect: PaymentFault["effect"] = "none") => {
  const buyer = await harness.order();
  harness.paypal.faults.add({ at: "webhook", effect: "lose", times: 2 });
  const order = harness.paypal.orders.capture(harness.act(buyer, "approve"), effect);
  harness.paypal.faults.clear();
  const [payments] = order.purchase_units.map((unit) => unit.payments);
  const [capture] = payments?.captures ?? [];
  if (!payments || !capture) throw new Error("no capture");
  capture.status = status;
  return { buyer, payments, capture };
};

describe("an order that is first seen as partially refunded", () => {
  it("is credited without the share of its refunds, each once", async () => {
    const { buyer, payments, capture } = await captureUnseen("PARTIALLY_REFUNDED");
    payments.refunds = [
      { id: "R1", status: "COMPLETED", amount: usd("2.00") },
      { id: "R2", status: "FAILED", amount: usd("3.00") },
    ];
    await harness.reconcile();
    expect([await harness.status(buyer), await harness.credits(buyer)]).toEqual(["completed", 5]);
    const links = [{ rel: "up", href: `https://x.test/v2/payments/captures/${capture.id}` }];
    await harness.postWebhook(REFUNDED, { id: "R1", amount: usd("2.00"), links });
    expect(await harness.credits(buyer)).toBe(5);
    expect(alertsOf(buyer)).toEqual([]);
  });

  it("calls a person if PayPal does not say how much went back", async () => {
    const { buyer } = await captureUnseen("PARTIALLY_REFUNDED");
    await harness.reconcile();
    expect(await harness.credits(buyer)).toBe(CREDITED);
    expect(alertsOf(buyer)).toEqual([
      "a part of the payment went back, and PayPal does not say how much",
    ]);
  });

  it("calls a person if a refund cannot be read", async () => {
    const { buyer, payments } = await captureUnseen("PARTIALLY_REFUNDED");
    payments.refunds = [{ id: "R1", status: "COMPLETED", amount: usd("much") }];
    await harness.reconcile();
    expect(await harness.credits(buyer)).toBe(CREDITED);
    expect(alertsOf(buyer)).toEqual(["an amount that went back (R1) cannot be read"]);
  });

  it("is settled by the refund's webhook alone", async () => {
    const { buyer } = await captureUnseen("PARTIALLY_REFUNDED");
    const related = { supplementary_data: { related_ids: { order_id: buyer.orderId } } };
    await harness.postWebhook(REFUNDED, { id: "R", amount: usd("2.00"), ...related });
    expect(await harness.credits(buyer)).toBe(5);
    expect(alertsOf(buyer)).toEqual([]);
  });
});

describe("a payment", () => {
  it("with an unknown status calls a person once and is credited when it is known", async () => {
    const { buyer, capture } = await captureUnseen("ON_HOLIDAY");
    expect((await harness.capture(buyer)).status).toBeLessThan(500);
    for (let times = 0; times < 2; times++) await harness.reconcile();
    expect([await harness.status(buyer), await harness.credits(buyer)]).toEqual([
      "pending",
      UNCREDITED,
    ]);
    expect(alertsOf(buyer)).toEqual(["the payment has an unknown status"]);
    await harness.age(buyer, "4 days");
    await harness.reconcile();
    expect(await harness.status(buyer)).toBe("pending");
    capture.status = "COMPLETED";
    await harness.reconcile();
    expect(await harness.credits(buyer)).toBe(CREDITED);
  });

  it.each([undefined, usd("much"), usd("5.999")])(
    "with the amount %j calls a person and is not credited",
    async (amount) => {
      const { buyer, capture } = await captureUnseen("COMPLETED");
      Object.assign(capture, { amount });
      await harness.reconcile();
      expect([await harness.status(buyer), await harness.credits(buyer)]).toEqual([
        "pending",
        UNCREDITED,
      ]);
      expect(alertsOf(buyer)).toEqual(["an amount of the order cannot be read"]);
    },
  );

  it("that is denied after it was pending is never credited", async () => {
    const buyer = await harness.order();
    harness.paypal.faults.add({ at: "capture", effect: "pending" });
    harness.act(buyer, "approve");
    await harness.capture(buyer);
    expect(await harness.status(buyer)).toBe("pending");
    harness.act(buyer, "deny");
    await harness.settled(buyer, "failed");
    expect(await harness.credits(buyer)).toBe(UNCREDITED);
  });
});
