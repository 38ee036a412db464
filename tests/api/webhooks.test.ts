import { recordPurchaseEvents } from "#infra/services/purchases/record-purchase-event.ts";
import { listCaptures } from "#infra/dev/fakes/paypal/paypal-order.ts";
import { waitUntil } from "../harness.ts";
import { createMemoryLogger } from "../helpers/memory-logger.ts";
import type { TestBuyer, PurchaseHarness } from "../helpers/purchase-harness.ts";
import { startPurchaseHarness } from "../helpers/purchase-harness.ts";
import { startScriptedPayPal } from "../helpers/scripted-paypal.ts";
import { waitForLockWait } from "../helpers/lock-waits.ts";
import { startApiOnNewDatabase } from "./test-api.ts";

let harness: PurchaseHarness;
const log = createMemoryLogger();
beforeAll(async () => {
  harness = await startPurchaseHarness({}, { logger: log.logger });
});
afterAll(() => harness.close());
afterEach(() => harness.paypal.faults.clear());

const SIGNATURE = {
  "paypal-auth-algo": "SHA256withRSA",
  "paypal-cert-url": "https://api.stand-in.invalid/certs/stand-in",
  "paypal-transmission-id": "d2f7e8a0-0000-4000-8000-000000000000",
  "paypal-transmission-sig": "bm90IGEgc2lnbmF0dXJl",
  "paypal-transmission-time": "2026-11-21T12:00:00.000Z",
};

const postWebhook = (body: string, headers: Record<string, string> = SIGNATURE) =>
  harness.api.visitor().post("/api/webhooks/paypal", body, { headers });

const approvalOf = ({ orderId }: Pick<TestBuyer, "orderId">) =>
  JSON.stringify({ event_type: "CHECKOUT.ORDER.APPROVED", resource: { id: orderId } });

/** A purchase credited by a webhook, and the webhooks that PayPal sent for it. */
const creditedByWebhook = async () => {
  const buyer = await harness.order();
  const before = harness.paypal.webhooks.sent.length;
  harness.act(buyer, "approve");
  await harness.settled(buyer, "completed");
  return { buyer, sent: harness.paypal.webhooks.sent.slice(before) };
};

/** A payment or refund as webhooks contain it. */
const paymentOf = ({ orderId }: Pick<TestBuyer, "orderId">, id = "PAYMENT") => ({
  id,
  supplementary_data: { related_ids: { order_id: orderId } },
});
/** A refund in its usual form: a link names the payment, and nothing names the order. */
const refundOf = async ({ transactionId }: TestBuyer, id = "REFUND") => {
  const [purchase] = await harness.api.sql<{ capture: string }>(
    "SELECT capture_id AS capture FROM transactions WHERE id = $1",
    [transactionId],
  );
  const base = "https://api.paypal.com/v2/payments";
  return {
    id,
    amount: { currency_code: "USD", value: "5.99" },
    links: [
      { rel: "self", href: `${base}/refunds/${id}` },
      { rel: "up", href: `${base}/captures/${purchase?.capture}` },
    ],
  };
};
const reversalsOf = async ({ transactionId }: TestBuyer) => {
  const rows = await harness.api.sql<{ delta: number }>(
    "SELECT delta FROM credit_ledger WHERE reason = 'reversal' AND reference LIKE $1 ORDER BY id",
    [`${transactionId}:%`],
  );
  return rows.map(({ delta }) => delta);
};
const alertsOf = ({ transactionId }: TestBuyer) =>
  log.alerts().filter((line) => line["transactionId"] === transactionId);

describe("a webhook", () => {
  it("credits the buyer who closed the tab after approving", async () => {
    const { buyer } = await creditedByWebhook();
    expect(await harness.credits(buyer)).toBe(6);
  });

  it("that arrives twice or out of order changes nothing", async () => {
    for (const effect of ["twice", "late"] as const) {
      const buyer = await harness.order();
      harness.paypal.faults.add({ at: "webhook", effect });
      harness.act(buyer, "approve");
      await harness.capture(buyer);
      await harness.settled(buyer, "completed");
      expect(await harness.credits(buyer)).toBe(6);
    }
  });

  it("that is replayed unchanged is accepted and changes nothing", async () => {
    const { buyer, sent } = await creditedByWebhook();
    expect(sent.length).toBeGreaterThan(0);
    for (const { headers, body } of sent)
      expect((await postWebhook(body, headers)).status).toBe(200);
    expect(await harness.credits(buyer)).toBe(6);
  });

  it("without a signature, or with a wrong one, is refused with 400 and changes nothing", async () => {
    const buyer = await harness.order();
    harness.paypal.faults.add({ at: "webhook", effect: "lose" });
    harness.act(buyer, "approve");
    expect((await postWebhook(approvalOf(buyer), {})).status).toBe(400);
    expect((await postWebhook(approvalOf(buyer))).status).toBe(400);
    expect(await harness.status(buyer)).toBe("pending");
  });

  it("that was changed after it was signed is refused with 400", async () => {
    const { buyer, sent } = await creditedByWebhook();
    const [{ headers, body } = { headers: {}, body: "" }] = sent;
    const other = await harness.order();
    expect((await postWebhook(body.replaceAll(buyer.orderId, other.orderId), headers)).status).toBe(
      400,
    );
    expect((await postWebhook(`${body} `, headers)).status).toBe(400);
  });

  it.each(["", "no json", '{},"webhook_id":"mine","x":{}', "[1]"])(
    "with the body %p is refused with 400",
    async (body) => {
      expect((await postWebhook(body)).status).toBe(400);
    },
  );

  it("of more than 100 kB is refused with 413", async () => {
    expect((await postWebhook(`"${"x".repeat(100_000)}"`)).status).toBe(413);
  });

  it("forged with a known order id changes nothing", async () => {
    const buyer = await harness.order();
    harness.paypal.faults.add({ at: "webhook", effect: "forge" });
    const before = log.lines.length;
    harness.act(buyer, "approve");
    await waitUntil(() => log.lines.slice(before).some(({ status }) => status === 400), {
      what: "a refused webhook",
    });
    expect(await harness.status(buyer)).toBe("pending");
    expect(await harness.credits(buyer)).toBe(1);
  });

  it("is sent again by PayPal after it could not be processed", async () => {
    const buyer = await harness.order();
    harness.paypal.faults.add({ at: "read", effect: "status", times: 2 });
    harness.act(buyer, "approve");
    await harness.settled(buyer, "completed");
    expect(await harness.credits(buyer)).toBe(6);
  });

  it("is accepted from another origin and without a session", async () => {
    const answer = await postWebhook("{}", { origin: "https://elsewhere.example" });
    expect(answer.status).toBe(400);
    expect(answer.error.code).toBe("malformed");
  });

  it.each(["PAYMENT.CAPTURE.REFUNDED", "PAYMENT.CAPTURE.REVERSED"])(
    "about a refund or reversal (%s) that names only the payment takes the credits back",
    async (type) => {
      const { buyer } = await creditedByWebhook();
      for (let times = 0; times < 2; times++)
        expect((await harness.postWebhook(type, await refundOf(buyer))).status).toBe(200);
      expect(await harness.credits(buyer)).toBe(1);
      expect(await reversalsOf(buyer)).toEqual([-5]);
      expect(alertsOf(buyer)).toEqual([]);
    },
  );

  it("about a reversal of a payment that is not credited yet credits the purchase and takes it back", async () => {
    const buyer = await harness.order();
    harness.paypal.faults.add({ at: "webhook", effect: "lose", times: 2 });
    const [capture] = listCaptures(harness.paypal.orders.capture(harness.act(buyer, "approve")));
    const amount = { currency_code: "USD", value: "5.99" };
    const reversed = { ...paymentOf(buyer, capture?.id), amount };
    await harness.postWebhook("PAYMENT.CAPTURE.REVERSED", reversed);
    expect(await harness.status(buyer)).toBe("completed");
    expect(await reversalsOf(buyer)).toEqual([-5]);
    expect(await harness.credits(buyer)).toBe(1);
  });

  it("about partial refunds takes the share of each, and never more than was bought", async () => {
    const { buyer } = await creditedByWebhook();
    for (const [id, value, left] of [
      ["R1", "3.00", 4],
      ["R2", "2.99", 1],
      ["R3", "5.99", 1],
    ] as const) {
      const refund = { ...(await refundOf(buyer, id)), amount: { currency_code: "USD", value } };
      await Promise.all([1, 2].map(() => harness.postWebhook("PAYMENT.CAPTURE.REFUNDED", refund)));
      expect([id, await harness.credits(buyer)]).toEqual([id, left]);
    }
  });

  it("about a reversal after the credits were used takes the rest and raises one alert", async () => {
    const { buyer } = await creditedByWebhook();
    await harness.api.sql(
      `INSERT INTO credit_ledger (user_id, delta, reason, reference) VALUES ($1, -4, 'admin', $2)`,
      [buyer.user.id, `used-${buyer.user.id}`],
    );
    for (let times = 0; times < 2; times++)
      await harness.postWebhook("PAYMENT.CAPTURE.REVERSED", await refundOf(buyer));
    expect(await harness.credits(buyer)).toBe(0);
    expect(await reversalsOf(buyer)).toEqual([-2]);
    const { transactionId, orderId } = buyer;
    const msg =
      "a person must look at this: 3 credits of money that went back (REFUND) had been used";
    expect(alertsOf(buyer)).toMatchObject([
      { alert: "payment", level: "error", transactionId, orderId, msg },
    ]);
  });

  it("about a reversal waits for credits that are being used and takes the rest", async () => {
    const { buyer } = await creditedByWebhook();
    const use = harness.db.createQueryRunner();
    await use.startTransaction();
    await use.query(
      `INSERT INTO credit_ledger (user_id, delta, reason, reference) VALUES ($1, -4, 'admin', $2)`,
      [buyer.user.id, `used-${buyer.user.id}`],
    );
    const taken = recordPurchaseEvents(harness.settling, buyer.transactionId, [
      {
        type: "refunded",
        refundId: "REFUND",
        kind: "refund",
        money: { currency: "USD", cents: 599 },
      },
    ]);
    await waitForLockWait(harness.db);
    await use.commitTransaction();
    await use.release();
    await taken;
    expect(await reversalsOf(buyer)).toEqual([-2]);
  });

  it("about a reversal without any credits left is recorded in the ledger as well", async () => {
    const { buyer } = await creditedByWebhook();
    await harness.api.sql(
      `INSERT INTO credit_ledger (user_id, delta, reason, reference) VALUES ($1, -6, 'admin', $2)`,
      [buyer.user.id, `used-${buyer.user.id}`],
    );
    await harness.postWebhook("PAYMENT.CAPTURE.REVERSED", await refundOf(buyer));
    expect(await reversalsOf(buyer)).toEqual([0]);
    expect(alertsOf(buyer)).toHaveLength(1);
  });

  it("about a payment of a deleted account takes nothing", async () => {
    const { buyer } = await creditedByWebhook();
    const refund = await refundOf(buyer);
    await harness.api.sql("DELETE FROM users WHERE id = $1", [buyer.user.id]);
    expect((await harness.postWebhook("PAYMENT.CAPTURE.REFUNDED", refund)).status).toBe(200);
    expect(await reversalsOf(buyer)).toEqual([]);
  });

  it("about a refund of an unknown payment raises an alert", async () => {
    const links = [{ rel: "up", href: "https://api.paypal.com/v2/payments/captures/NOBODYS" }];
    await harness.postWebhook("PAYMENT.CAPTURE.REFUNDED", { id: "R", links });
    expect(log.alerts().at(-1)).toMatchObject({
      captureIds: ["NOBODYS", "R"],
      msg: "a person must look at this: money of an unknown payment went back",
    });
  });

  it("about a refund of an uncredited payment, or about another event, raises no alert", async () => {
    const open = await harness.order();
    const { buyer: credited } = await creditedByWebhook();
    await harness.postWebhook("PAYMENT.CAPTURE.REFUNDED", paymentOf(open));
    await harness.postWebhook("PAYMENT.CAPTURE.COMPLETED", paymentOf(credited));
    await harness.postWebhook("PAYMENT.CAPTURE.DENIED", paymentOf(credited));
    expect([...alertsOf(open), ...alertsOf(credited)]).toEqual([]);
    expect(await harness.credits(credited)).toBe(6);
  });

  it.each([
    ["an unknown order", "CHECKOUT.ORDER.APPROVED", { id: "SOMEBODY-ELSES" }],
    ["an unrelated event", "CUSTOMER.DISPUTE.CREATED", { id: "DISPUTE" }],
  ])("about %s is accepted, so that it is not sent again", async (_what, type, resource) => {
    expect((await harness.postWebhook(type, resource)).status).toBe(200);
  });

  it("about an immediately declined payment leaves the purchase pending", async () => {
    const buyer = await harness.order();
    harness.paypal.faults.add({ at: "webhook", effect: "lose", times: 2 });
    harness.paypal.faults.add({ at: "capture", effect: "declined-capture" });
    const order = harness.act(buyer, "approve");
    await harness.capture(buyer);
    const [capture] = listCaptures(order);
    await harness.postWebhook("PAYMENT.CAPTURE.DECLINED", paymentOf(buyer, capture?.id));
    expect(await harness.status(buyer)).toBe("pending");
  });

  it("about a denied payment fails the purchase, even if the payment was unknown", async () => {
    const buyer = await harness.order();
    harness.paypal.faults.add({ at: "webhook", effect: "lose", times: 3 });
    const order = harness.paypal.orders.capture(harness.act(buyer, "approve"), "pending");
    harness.act(buyer, "deny");
    const [capture] = listCaptures(order);
    await harness.postWebhook("PAYMENT.CAPTURE.DENIED", paymentOf(buyer, capture?.id));
    expect(await harness.status(buyer)).toBe("failed");
    expect(alertsOf(buyer)).toEqual([]);
  });
});

test("a webhook that cannot be processed while PayPal is down is to be sent again", async () => {
  const script = await startScriptedPayPal();
  const api = await startApiOnNewDatabase(script.variables);
  const { user } = await api.person();
  await api.sql(
    "INSERT INTO transactions (user_id, amount, credits, order_id) VALUES ($1, 599, 5, 'ORDER')",
    [user.id],
  );
  const genuine = { body: { verification_status: "SUCCESS" } };
  const unavailable = { status: 503 };
  for (const [verify, read, status] of [
    [unavailable, unavailable, 503],
    [genuine, unavailable, 503],
    [genuine, { status: 404 }, 200],
  ] as const) {
    script.says("verify", verify);
    script.says("read", read);
    const body = approvalOf({ orderId: "ORDER" });
    const answer = await api.visitor().post("/api/webhooks/paypal", body, { headers: SIGNATURE });
    expect(answer.status).toBe(status);
    expect(answer.headers.get("retry-after")).toBe(status === 503 ? "10" : null);
  }
  await api.close();
  await script.close();
});
