import { listCaptures } from "#infra/dev/fakes/paypal/paypal-order.ts";
import { rethrowAsUnavailable } from "#api/commands/purchases/require-paypal.ts";
import { PurchaseResponse } from "#shared/contract/credits.ts";
import { CREDIT_PACKS } from "#shared/domain/billing/credit.ts";
import { createMemoryLogger } from "../helpers/memory-logger.ts";
import {
  startScriptedPayPal,
  createPayPalError,
  type ScriptedPayPal,
} from "../helpers/scripted-paypal.ts";
import {
  type TestBuyer,
  startPurchaseHarness,
  type PurchaseHarness,
} from "../helpers/purchase-harness.ts";
import { waitUntil } from "../harness.ts";
import { type TestUser, startApiOnNewDatabase, type TestApi } from "./test-api.ts";

let harness: PurchaseHarness;
const log = createMemoryLogger();
beforeAll(async () => {
  harness = await startPurchaseHarness({}, { logger: log.logger });
});
afterAll(() => harness.close());
afterEach(() => harness.paypal.faults.clear());

const getCaptures = (orderId: string) =>
  listCaptures(harness.paypal.orders.find(orderId)).filter(({ status }) => status === "COMPLETED");

describe("a purchase", () => {
  it.each(CREDIT_PACKS.map((pack, index) => [index, pack] as const))(
    "of pack %i creates an order with its price and gives no credits yet",
    async (packageIndex, pack) => {
      const buyer = await harness.order(undefined, packageIndex);
      const order = harness.paypal.orders.find(buyer.orderId);
      expect(order).toMatchObject({
        intent: "CAPTURE",
        purchase_units: [
          {
            custom_id: String(buyer.transactionId),
            amount: { currency_code: "USD", value: (pack.price / 100).toFixed(2) },
          },
        ],
      });
      expect(await harness.credits(buyer)).toBe(1);
      expect(await harness.transactions(buyer)).toEqual([
        {
          id: buyer.transactionId,
          credits: pack.credits,
          amount: pack.price,
          currency: "USD",
          status: "pending",
          paymentMethod: "paypal",
          cancelledAt: null,
          canResume: true,
          canDismiss: true,
          createdAt: expect.any(String),
        },
      ]);
    },
  );

  it("gives its credits once it is approved and captured", async () => {
    const buyer = await harness.order();
    harness.act(buyer, "approve");
    const answer = await harness.capture(buyer);
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      200,
      { status: "completed", credits: 6 },
    ]);
    expect((await harness.transactions(buyer))[0]?.status).toBe("completed");
  });

  it("is listed newest first, to its buyer only", async () => {
    const first = await harness.order();
    const second = await harness.order(first);
    const ids = (await harness.transactions(first)).map(({ id }) => id);
    expect(ids).toEqual([second.transactionId, first.transactionId]);
    expect(await harness.transactions(await harness.api.person())).toEqual([]);
  });

  it.each([-1, 4, 1.5, "1", null])("of pack %p is refused with 422", async (packageIndex) => {
    const { client } = await harness.api.person();
    expect((await client.post("/api/credits/purchase", { packageIndex })).status).toBe(422);
  });

  it("fails with a message if PayPal creates no order, and can be retried with its key", async () => {
    const { client } = await harness.api.person();
    const orderPack = () =>
      client.post(
        "/api/credits/purchase",
        { packageIndex: 0 },
        { headers: { "idempotency-key": "again" } },
      );
    harness.paypal.faults.add({ at: "create", effect: "status", times: 2 });
    const failed = await orderPack();
    expect([failed.status, failed.error.message]).toEqual([503, "Failed to create order"]);
    expect(failed.headers.has("retry-after")).toBe(true);
    expect((await orderPack()).status).toBe(201);
  });

  it("reuses the order that PayPal created although the response was lost", async () => {
    const before = harness.paypal.orders.all().length;
    harness.paypal.faults.add({ at: "create", effect: "drop" });
    await harness.order();
    expect(harness.paypal.orders.all()).toHaveLength(before + 1);
  });

  it("renews a token that PayPal refuses", async () => {
    harness.paypal.faults.add({ at: "create", effect: "status", status: 401 });
    expect((await harness.order()).orderId).not.toBe("");
  });
});

describe("an Idempotency-Key of a purchase", () => {
  const purchase = async (packageIndex: number, key: string, person = harness.api.person()) =>
    (await person).client.post(
      "/api/credits/purchase",
      { packageIndex },
      { headers: { "idempotency-key": key } },
    );

  it("gives a repeated request the first response, also in parallel", async () => {
    const person = harness.api.person();
    const answers = await Promise.all(Array.from({ length: 8 }, () => purchase(2, "one", person)));
    const orders = answers.map((answer) => answer.as(PurchaseResponse));
    expect(new Set(orders.map(({ orderId }) => orderId)).size).toBe(1);
    expect(await harness.transactions(await person)).toHaveLength(1);
  });

  it("is refused with 422 when it is reused for another pack", async () => {
    const person = harness.api.person();
    expect((await purchase(1, "two", person)).status).toBe(201);
    expect((await purchase(2, "two", person)).status).toBe(422);
  });

  it("is scoped to the user", async () => {
    const first = (await purchase(1, "three")).as(PurchaseResponse);
    expect((await purchase(1, "three")).as(PurchaseResponse).orderId).not.toBe(first.orderId);
  });
});

describe("a purchase that its buyer cancels", () => {
  const cancelled = async () => {
    const buyer = await harness.order();
    expect((await harness.change(buyer, "cancel")).status).toBe(204);
    return buyer;
  };
  const listed = async (buyer: TestBuyer) =>
    (await harness.transactions(buyer)).map(({ status, cancelledAt }) => [
      status,
      cancelledAt !== null,
    ]);

  it("stays pending with its first cancellation time, however often it is cancelled", async () => {
    const buyer = await cancelled();
    const [first] = await harness.transactions(buyer);
    expect(await listed(buyer)).toEqual([["pending", true]]);
    expect((await harness.change(buyer, "cancel")).status).toBe(204);
    expect((await harness.transactions(buyer))[0]?.cancelledAt).toBe(first?.cancelledAt);
  });

  it("does not affect other purchases", async () => {
    const first = await harness.order();
    await harness.order(first);
    expect((await harness.change(first, "cancel")).status).toBe(204);
    const waiting = (await listed(first)).filter(([, isCancelled]) => !isCancelled);
    expect(waiting).toEqual([["pending", false]]);
  });

  it("can be resumed with the same order and then paid", async () => {
    const buyer = await cancelled();
    const { orderId, transactionId } = buyer;
    const resumed = (await harness.change(buyer, "resume")).as(PurchaseResponse);
    expect(resumed).toEqual({ orderId, transactionId });
    expect(await listed(buyer)).toEqual([["pending", false]]);
    harness.act(buyer, "approve");
    expect((await harness.capture(buyer)).status).toBe(200);
    expect(await listed(buyer)).toEqual([["completed", false]]);
  });

  it("is reconciled like a new one from the time it is resumed", async () => {
    const [buyer, fresh] = [await cancelled(), await harness.order()];
    const watched = async ({ transactionId }: TestBuyer) => {
      const [row] = await harness.api.sql(
        `SELECT checks, round(extract(epoch FROM check_at - now()) / 60)::int AS minutes
           FROM transactions WHERE id = $1`,
        [transactionId],
      );
      return row;
    };
    await harness.api.sql(
      "UPDATE transactions SET checks = 9, check_at = now() + interval '6 hours' WHERE id = $1",
      [buyer.transactionId],
    );
    await harness.change(buyer, "resume");
    expect(await watched(buyer)).toEqual(await watched(fresh));
  });

  it("is not listed once it is dismissed, until it is resumed or paid", async () => {
    const buyer = await cancelled();
    expect((await harness.change(buyer, "dismiss")).status).toBe(204);
    expect(await listed(buyer)).toEqual([]);
    expect((await harness.change(buyer, "resume")).status).toBe(200);
    expect(await listed(buyer)).toEqual([["pending", false]]);
    await harness.change(buyer, "cancel");
    await harness.change(buyer, "dismiss");
    harness.act(buyer, "approve");
    await harness.settled(buyer, "completed");
    expect(await listed(buyer)).toEqual([["completed", false]]);
    expect(await harness.credits(buyer)).toBe(6);
  });

  it("stays cancelled when its order expires, and cannot be resumed then", async () => {
    const buyer = await cancelled();
    harness.act(buyer, "expire");
    await harness.reconcile();
    expect(await listed(buyer)).toEqual([["failed", true]]);
    const answer = await harness.change(buyer, "resume");
    expect([answer.status, answer.error.message]).toEqual([
      409,
      "This payment can no longer be completed.",
    ]);
    expect((await harness.change(buyer, "dismiss")).status).toBe(204);
    expect(await listed(buyer)).toEqual([]);
  });

  it.each(["cancel", "resume", "dismiss"] as const)(
    "cannot be changed (%s) by another user, or once its payment is pending or complete",
    async (act) => {
      const buyer = await cancelled();
      const { client } = await harness.api.person();
      expect((await harness.change({ ...buyer, client }, act)).status).toBe(404);
      harness.act(buyer, "approve");
      await harness.settled(buyer, "completed");
      expect((await harness.change(buyer, act)).status).toBe(409);
      const waiting = await cancelled();
      harness.paypal.faults.add({ at: "capture", effect: "pending" });
      harness.act(waiting, "approve");
      await waitUntil(async () => (await listed(waiting)).join() === "pending,false");
      expect((await harness.change(waiting, act)).status).toBe(409);
    },
  );

  it("cannot be resumed if PayPal has created no order", async () => {
    const person = await harness.api.person();
    harness.paypal.faults.add({ at: "create", effect: "status", times: 2 });
    await person.client.post("/api/credits/purchase", { packageIndex: 0 });
    const [{ id: transactionId } = { id: 0 }] = await harness.transactions(person);
    const answer = await harness.change({ ...person, orderId: "", transactionId }, "resume");
    expect([answer.status, await harness.status({ transactionId })]).toEqual([409, "pending"]);
  });

  it("can be cancelled or dismissed only while it can be paid", async () => {
    const buyer = await harness.order();
    harness.act(buyer, "expire");
    await harness.reconcile();
    expect((await harness.change(buyer, "cancel")).status).toBe(409);
    expect((await harness.change(buyer, "dismiss")).status).toBe(409);
    expect(await listed(buyer)).toEqual([["failed", false]]);
  });
});

describe("a pending purchase that nobody cancelled", () => {
  const offered = async (buyer: TestUser) =>
    (await harness.transactions(buyer)).map(({ canResume, canDismiss }) => [canResume, canDismiss]);

  it("can be resumed with the same order", async () => {
    const buyer = await harness.order();
    const { orderId, transactionId } = buyer;
    expect((await harness.change(buyer, "resume")).as(PurchaseResponse)).toEqual({
      orderId,
      transactionId,
    });
  });

  it("can be dismissed, which cancels it, and reappears when it is paid", async () => {
    const buyer = await harness.order();
    expect((await harness.change(buyer, "dismiss")).status).toBe(204);
    expect(await harness.transactions(buyer)).toEqual([]);
    const [row] = await harness.api.sql(
      "SELECT cancelled_at IS NOT NULL AS cancelled FROM transactions WHERE id = $1",
      [buyer.transactionId],
    );
    expect(row).toEqual({ cancelled: true });
    harness.act(buyer, "approve");
    await harness.settled(buyer, "completed");
    expect(await offered(buyer)).toEqual([[false, false]]);
    expect(await harness.credits(buyer)).toBe(6);
  });

  it("can be neither resumed nor dismissed while PayPal processes the payment", async () => {
    const buyer = await harness.order();
    expect(await offered(buyer)).toEqual([[true, true]]);
    harness.paypal.faults.add({ at: "capture", effect: "pending" });
    harness.act(buyer, "approve");
    await waitUntil(async () => (await offered(buyer)).join() === "false,false");
    expect(await harness.status(buyer)).toBe("pending");
  });

  it("can only be dismissed if PayPal has created no order", async () => {
    const person = await harness.api.person();
    harness.paypal.faults.add({ at: "create", effect: "status", times: 2 });
    await person.client.post("/api/credits/purchase", { packageIndex: 0 });
    expect(await offered(person)).toEqual([[false, true]]);
  });
});

describe("a capture", () => {
  it("is refused with 409 before the buyer has approved", async () => {
    const buyer = await harness.order();
    const answer = await harness.capture(buyer);
    expect([answer.status, answer.error.message]).toEqual([
      409,
      "This payment has not been approved yet.",
    ]);
    expect(await harness.status(buyer)).toBe("pending");
  });

  it("is refused with 409 for an order that PayPal has dropped", async () => {
    const buyer = await harness.order();
    harness.act(buyer, "expire");
    const answer = await harness.capture(buyer);
    expect([answer.status, answer.error.message]).toEqual([
      409,
      "This payment can no longer be completed.",
    ]);
  });

  it("answers 404 for another user's purchase and for an unknown one", async () => {
    const buyer = await harness.order();
    harness.paypal.faults.add({ at: "webhook", effect: "lose" });
    harness.act(buyer, "approve");
    const other = await harness.api.person();
    expect((await harness.capture({ ...buyer, ...other })).status).toBe(404);
    expect((await harness.capture({ ...buyer, transactionId: 2 ** 31 - 1 })).status).toBe(404);
    expect(await harness.credits(other)).toBe(1);
    expect(getCaptures(buyer.orderId)).toEqual([]);
  });

  it("is refused with 409 with the order of another purchase, and no money moves", async () => {
    const buyer = await harness.order();
    const second = await harness.order(buyer, 3);
    harness.paypal.faults.add({ at: "webhook", effect: "lose" });
    harness.act(buyer, "approve");
    const swapped = { ...second, orderId: buyer.orderId };
    expect((await harness.capture(swapped)).status).toBe(409);
    expect(await harness.credits(buyer)).toBe(1);
    expect(getCaptures(buyer.orderId)).toEqual([]);
    expect(log.alerts().at(-1)).toMatchObject({
      alert: "payment",
      msg: "a person must look at this: an order was presented for another purchase",
      transactionId: second.transactionId,
      orderId: buyer.orderId,
      userId: buyer.user.id,
    });
  });

  it("gives credits once for 50 concurrent requests, webhooks and the reconciler", async () => {
    const buyer = await harness.order();
    harness.paypal.faults.add({ at: "webhook", effect: "twice", times: 2 });
    harness.act(buyer, "approve");
    const captures = Array.from({ length: 50 }, () => harness.capture(buyer));
    const answers = await Promise.all([...captures, harness.reconcile(), harness.reconcile()]);
    const statuses = answers.map((answer) => answer?.status ?? 200);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await harness.credits(buyer)).toBe(6);
    expect(getCaptures(buyer.orderId)).toHaveLength(1);
  });

  it("gives credits if its response was lost after the money was taken", async () => {
    const buyer = await harness.order();
    harness.paypal.faults.add({ at: "webhook", effect: "lose", times: 2 });
    harness.act(buyer, "approve");
    harness.paypal.faults.add({ at: "capture", effect: "drop" });
    expect((await harness.capture(buyer)).status).toBe(200);
    expect(await harness.credits(buyer)).toBe(6);
    expect(getCaptures(buyer.orderId)).toHaveLength(1);
  });

  it("leaves the purchase open if PayPal never answers, and the next one gives the credits", async () => {
    const buyer = await harness.order();
    harness.paypal.faults.add({ at: "webhook", effect: "lose", times: 2 });
    harness.act(buyer, "approve");
    harness.paypal.faults.add({ at: "capture", effect: "drop", times: 2 });
    const answer = await harness.capture(buyer);
    expect([answer.status, answer.error.message]).toEqual([
      503,
      "Failed to process payment. Please contact support if your account was charged.",
    ]);
    expect(await harness.status(buyer)).toBe("pending");
    expect((await harness.capture(buyer)).status).toBe(200);
    expect(await harness.credits(buyer)).toBe(6);
  });

  it.each(["decline", "declined-capture"] as const)(
    "reports the reason of a %s, and another payment method then succeeds",
    async (effect) => {
      const buyer = await harness.order();
      harness.paypal.faults.add({ at: "webhook", effect: "lose", times: 4 });
      harness.paypal.faults.add({ at: "capture", effect });
      harness.act(buyer, "approve");
      const declined = await harness.capture(buyer);
      expect(declined.status).toBe(422);
      expect(declined.error.code).toBe(
        effect === "decline" ? "instrument_declined" : "payment_declined",
      );
      expect(declined.error.message).toMatch(/declined/);
      expect(await harness.status(buyer)).toBe("pending");
      // The order stays declined for every request until the buyer approves it again.
      expect((await harness.capture(buyer)).status).toBe(422);
      harness.act(buyer, "approve");
      expect((await harness.capture(buyer)).status).toBe(200);
      expect(await harness.credits(buyer)).toBe(6);
      expect(getCaptures(buyer.orderId)).toHaveLength(1);
    },
  );

  it("reports a final decline, after which the purchase fails", async () => {
    const buyer = await harness.order();
    harness.paypal.faults.add({ at: "webhook", effect: "lose", times: 2 });
    harness.paypal.faults.add({ at: "capture", effect: "declined-for-good" });
    harness.act(buyer, "approve");
    const declined = await harness.capture(buyer);
    expect([declined.status, declined.error.code]).toEqual([422, "payment_declined"]);
    await harness.reconcile();
    expect(await harness.status(buyer)).toBe("failed");
    expect(await harness.credits(buyer)).toBe(1);
  });

  it("waits for a pending payment and gives the credits when it completes", async () => {
    const buyer = await harness.order();
    harness.paypal.faults.add({ at: "webhook", effect: "lose" });
    harness.paypal.faults.add({ at: "capture", effect: "pending" });
    harness.act(buyer, "approve");
    expect(JSON.parse((await harness.capture(buyer)).text)).toEqual({
      status: "pending",
      credits: 1,
    });
    harness.act(buyer, "complete");
    await harness.settled(buyer, "completed");
    expect(await harness.credits(buyer)).toBe(6);
  });

  it("fails the purchase if a pending payment is denied", async () => {
    const buyer = await harness.order();
    harness.paypal.faults.add({ at: "webhook", effect: "lose" });
    harness.paypal.faults.add({ at: "capture", effect: "pending" });
    harness.act(buyer, "approve");
    await harness.capture(buyer);
    harness.act(buyer, "deny");
    await harness.settled(buyer, "failed");
    expect(await harness.credits(buyer)).toBe(1);
  });

  it.each(["wrong-amount", "wrong-currency", "wrong-custom-id"] as const)(
    "fails the purchase without credits if the payment differs (%s)",
    async (effect) => {
      const buyer = await harness.order();
      harness.paypal.faults.add({ at: "webhook", effect: "lose", times: 2 });
      harness.paypal.faults.add({ at: "capture", effect });
      harness.act(buyer, "approve");
      expect((await harness.capture(buyer)).status).toBe(409);
      expect(await harness.status(buyer)).toBe("failed");
      await harness.reconcile();
      expect((await harness.capture(buyer)).status).toBe(409);
      expect(await harness.credits(buyer)).toBe(1);
    },
  );

  it("takes no money for an order that was changed at PayPal", async () => {
    const buyer = await harness.order();
    harness.paypal.faults.add({ at: "webhook", effect: "lose" });
    const [unit] = harness.act(buyer, "approve").purchase_units;
    if (unit) unit.amount.value = "0.01";
    expect((await harness.capture(buyer)).status).toBe(409);
    expect(getCaptures(buyer.orderId)).toEqual([]);
  });

  it("fails the purchase if the order was voided", async () => {
    const buyer = await harness.order();
    harness.act(buyer, "void");
    await harness.settled(buyer, "failed");
    expect((await harness.capture(buyer)).status).toBe(409);
  });

  it("is refused without a transaction and an order", async () => {
    const { client } = await harness.api.person();
    for (const body of [
      {},
      { orderId: "", transactionId: 1 },
      { orderId: "a/b", transactionId: 1 },
    ])
      expect((await client.post("/api/credits/capture", body)).status).toBe(422);
  });
});

describe("other answers of PayPal", () => {
  let script: ScriptedPayPal;
  let api: TestApi;
  let person: TestUser;
  beforeAll(async () => {
    script = await startScriptedPayPal();
    api = await startApiOnNewDatabase(script.variables, undefined, log.logger);
    person = await api.person();
  });
  afterAll(async () => {
    await api.close();
    await script.close();
  });

  const orderPack = (key: string) =>
    person.client.post(
      "/api/credits/purchase",
      { packageIndex: 1 },
      { headers: { "idempotency-key": key } },
    );
  const last = async () => {
    const [row] = await api.sql<{ id: number; status: string; orderId: string | null }>(
      `SELECT id, status, order_id AS "orderId" FROM transactions ORDER BY id DESC LIMIT 1`,
    );
    return row;
  };

  it("a refused order fails the purchase for good", async () => {
    script.says("create", createPayPalError("PAYEE_ACCOUNT_RESTRICTED"));
    for (let time = 0; time < 2; time++) {
      const answer = await orderPack("refused");
      expect([answer.status, answer.error.message]).toEqual([503, "Failed to create order"]);
    }
    expect(await last()).toMatchObject({ status: "failed", orderId: null });
    expect(script.asked("create")).toHaveLength(1);
    const logged = { level: "error", msg: "order.refused" };
    expect(log.lines).toContainEqual(expect.objectContaining(logged));
  });

  it.each([
    ["could not make", { status: 503 }],
    ["is still making", { ...createPayPalError("PREVIOUS_REQUEST_IN_PROGRESS"), status: 409 }],
  ])("an order that PayPal %s leaves the purchase open", async (how, reply) => {
    script.says("create", reply);
    expect((await orderPack(how)).status).toBe(503);
    expect(await last()).toMatchObject({ status: "pending", orderId: null });
  });

  it("a purchase with an order returns it without a call to PayPal, even after it is paid", async () => {
    script.says("create", { body: { id: "KEPT" } }, { status: 503 });
    const first = (await orderPack("kept")).as(PurchaseResponse);
    expect(await last()).toMatchObject({ id: first.transactionId, orderId: "KEPT" });
    expect((await orderPack("kept")).as(PurchaseResponse)).toEqual(first);
    await api.sql("UPDATE transactions SET status = 'completed' WHERE id = $1", [
      first.transactionId,
    ]);
    expect((await orderPack("kept")).as(PurchaseResponse)).toEqual(first);
  });

  it.each([
    ["INSTRUMENT_DECLINED", "instrument_declined", "APPROVED"],
    ["REDIRECT_PAYER_FOR_ALTERNATE_FUNDING", "instrument_declined", "APPROVED"],
    ["TRANSACTION_BLOCKED_BY_PAYEE", "payment_declined", "APPROVED"],
    // Here a webhook came first: it let the server try the payment, which was declined. The buyer's
    // own request to capture the payment comes later.
    ["INSTRUMENT_DECLINED", "instrument_declined", "PAYER_ACTION_REQUIRED"],
  ])("a decline by %s is %s, in PayPal's words (%s)", async (issue, code, status) => {
    const orderId = `ORDER-${issue}-${status}`;
    script.says("create", { body: { id: orderId } });
    const { transactionId } = (await orderPack(orderId)).as(PurchaseResponse);
    const unit = {
      custom_id: String(transactionId),
      amount: { currency_code: "USD", value: "5.99" },
    };
    script.says("read", { body: { id: orderId, status, purchase_units: [unit] } });
    script.says("capture", createPayPalError(issue, "Not this way."));
    const answer = await person.client.post("/api/credits/capture", { orderId, transactionId });
    expect(answer.status).toBe(422);
    expect(answer.error).toMatchObject({ code, message: "Not this way." });
  });
});

test("an internal error is not reported as PayPal being unavailable", () => {
  const ours = new TypeError("ours");
  expect(() => rethrowAsUnavailable("PayPal is away.")(ours)).toThrow(ours);
});

describe("a buyer whose account is deleted", () => {
  it("is not charged any more", async () => {
    const buyer = await harness.order();
    harness.paypal.faults.add({ at: "webhook", effect: "lose" });
    harness.act(buyer, "approve");
    await harness.api.sql("DELETE FROM users WHERE id = $1", [buyer.user.id]);
    await harness.reconcile();
    expect(getCaptures(buyer.orderId)).toEqual([]);
    expect(await harness.status(buyer)).toBe("failed");
  });

  it("gets no credits for a payment that was taken, and the record stays", async () => {
    const buyer = await harness.order();
    harness.paypal.faults.add({ at: "webhook", effect: "lose", times: 2 });
    harness.paypal.faults.add({ at: "capture", effect: "drop", times: 2 });
    harness.act(buyer, "approve");
    await harness.capture(buyer);
    await harness.api.sql("DELETE FROM users WHERE id = $1", [buyer.user.id]);
    await harness.reconcile();
    expect(await harness.status(buyer)).toBe("completed");
    expect(
      await harness.api.sql(
        "SELECT 1 FROM credit_ledger WHERE reason = 'purchase' AND reference = $1",
        [String(buyer.transactionId)],
      ),
    ).toEqual([]);
  });
});

describe("PayPal's configuration", () => {
  it("if missing, disables purchases, and /api/config reports it", async () => {
    const api = await startApiOnNewDatabase();
    const { client } = await api.person();
    const config = JSON.parse((await client.get("/api/config")).text) as { paypal: unknown };
    expect(config.paypal).toBeNull();
    const answer = await client.post("/api/credits/purchase", { packageIndex: 0 });
    expect([answer.status, answer.error.message]).toEqual([
      503,
      "Payment system is not available. Please refresh the page and try again.",
    ]);
    expect(answer.headers.get("retry-after")).toBe("10");
    expect(await api.sql("SELECT FROM transactions")).toEqual([]);
    await api.close();
  });

  it("sends the public client id to the browser, and never the secret", async () => {
    const { text } = await harness.api.visitor().get("/api/config");
    expect(JSON.parse(text)).toMatchObject({
      paypal: { clientId: "stand-in", currency: "USD", intent: "capture" },
    });
    expect(text).not.toMatch(/secret/i);
  });
});

test("20 purchases an hour are allowed, and one more gets 429 with Retry-After", async () => {
  const strict = await startPurchaseHarness({ LIMIT_PURCHASE_PER_HOUR: "20" });
  const person = await strict.api.person();
  for (let i = 0; i < 20; i++) await strict.order(person);
  const answer = await person.client.post("/api/credits/purchase", { packageIndex: 0 });
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  await strict.close();
});
