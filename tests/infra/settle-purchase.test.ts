import type { DataSource } from "typeorm";
import { createDataSource } from "#infra/db/connection/data-source.ts";
import type { PurchaseEntity } from "#infra/db/entities/purchase.ts";
import { mutateRows, selectRows } from "#infra/db/sql.ts";
import { recordPurchaseEvents } from "#infra/services/purchases/record-purchase-event.ts";
import { findPurchase, type PurchaseColumns } from "#infra/services/purchases/find-purchase.ts";
import { createPayPalClient } from "#infra/payments/paypal-client.ts";
import { PayPalError } from "#infra/payments/paypal-error.ts";
import { settlePurchase } from "#infra/services/purchases/settle-purchase.ts";
import type { PurchaseEvent } from "#shared/domain/billing/purchase-transitions.ts";
import type { SettlementDeps } from "#infra/services/purchases/settlement-deps.ts";
import { createTestDatabase, type TestDatabase, waitUntil } from "../harness.ts";
import { createMemoryLogger, type MemoryLogger } from "../helpers/memory-logger.ts";
import { completesWithoutLockWait, waitForLockWait } from "../helpers/lock-waits.ts";
import {
  startScriptedPayPal,
  type ScriptedReply,
  createPayPalError,
  type ScriptedPayPal,
} from "../helpers/scripted-paypal.ts";

let database: TestDatabase;
let db: DataSource;
let script: ScriptedPayPal;
let log: MemoryLogger;
let settling: SettlementDeps;
/** Balances that were announced to the buyer's pages. */
const announced: number[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  db = await createDataSource(database.url).initialize();
});
beforeEach(async () => {
  script = await startScriptedPayPal();
  log = createMemoryLogger();
  announced.length = 0;
  settling = {
    db,
    logger: log.logger,
    announce: { creditsUpdated: (_userId, credits) => announced.push(credits) > 0 },
    paypal: createPayPalClient(script.access),
    env: { mail: { url: "smtp://127.0.0.1:1", from: { name: "Us", address: "us@example.org" } } },
    enqueue: async () => {},
  };
});
afterEach(() => script.close());
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const alerts = () => log.alerts().map(({ msg }) => msg.replace("a person must look at this: ", ""));

const ERROR = "error";
const GONE = { status: "gone" };
const FIRST_ATTEMPT = { captureAttempt: 1, decline: null, status: "pending" };

let made = 0;
/** Inserts a purchase of five credits. Its buyer is a new user with one credit. */
const newPurchase = async (more: Partial<PurchaseEntity> = {}): Promise<PurchaseColumns> => {
  const name = `buyer${++made}`;
  const [user] = await mutateRows<{ id: number }>(
    db,
    `INSERT INTO users (username, email, password) VALUES ($1, $1, '!') RETURNING id`,
    [name],
  );
  const { status = "pending", orderId = `ORDER-${made}`, failure, decline } = more;
  const [row] = await mutateRows<{ id: number }>(
    db,
    `INSERT INTO transactions (user_id, amount, credits, status, order_id, failure, decline)
     VALUES ($1, 599, 5, $2, $3, $4, $5) RETURNING id`,
    [user?.id, status, orderId, failure, decline && JSON.stringify(decline)],
  );
  return find(row?.id ?? 0);
};
const find = async (id: number): Promise<PurchaseColumns> => {
  const purchase = await findPurchase(db, id);
  if (!purchase) throw new Error(`there is no purchase ${id}`);
  return purchase;
};
const settle = ({ id }: PurchaseColumns, more: Parameters<typeof settlePurchase>[2] = {}) =>
  settlePurchase(settling, id, more);
const record = ({ id }: PurchaseColumns, event: PurchaseEvent) =>
  recordPurchaseEvents(settling, id, [event]);
const balance = async ({ userId }: PurchaseColumns): Promise<number | undefined> => {
  const [user] = await selectRows<{ credits: number }>(
    db,
    "SELECT credits FROM users WHERE id = $1",
    [userId],
  );
  return user?.credits;
};
const removeBuyer = ({ userId }: PurchaseColumns) =>
  db.query("DELETE FROM users WHERE id = $1", [userId]);

/** Returns whether a capture was requested from PayPal. */
const wasCaptureRequested = () => script.asked("capture").length > 0;

const AMOUNT = { currency_code: "USD", value: "5.99" };
/** Returns the order of a purchase as PayPal does, with its captures as `[id, status]`. */
const order = (
  { id, orderId }: PurchaseColumns,
  status: string | undefined,
  ...payments: (readonly [id: string, status: string])[]
) => {
  const captures = payments.map(([name, each]) => ({ id: name, status: each, amount: AMOUNT }));
  const unit = { custom_id: String(id), amount: AMOUNT, payments: { captures } };
  return { body: { id: orderId, status, purchase_units: [unit] } };
};
const paidOrder = (purchase: PurchaseColumns) =>
  order(purchase, "COMPLETED", [`PAID-${purchase.id}`, "COMPLETED"]);

const receipts = ({ userId }: PurchaseColumns) =>
  selectRows<object>(db, "SELECT kind, email, data FROM emails WHERE user_id = $1", [userId]);

describe("a paid order", () => {
  it("sends one receipt if mail is configured", async () => {
    const [purchase, another] = [await newPurchase(), await newPurchase()];
    script.says("read", paidOrder(purchase));
    await settle(purchase);
    await settle(purchase);
    expect(await receipts(purchase)).toMatchObject([
      {
        kind: "receipt",
        email: `buyer${made - 1}`,
        data: { credits: "5", amount: "5.99 USD", order: purchase.orderId },
      },
    ]);
    settling.env = { mail: null };
    script.says("read", paidOrder(another));
    await settle(another);
    expect(await receipts(another)).toEqual([]);
  });

  it("is credited and announced once, however often it is settled, and not read again", async () => {
    const purchase = await newPurchase();
    script.says("read", paidOrder(purchase));
    const paid = { status: "completed", credits: 6 };
    expect([await settle(purchase), await settle(purchase)]).toEqual([paid, paid]);
    expect(await find(purchase.id)).toMatchObject({ captureId: `PAID-${purchase.id}` });
    expect([await balance(purchase), announced]).toEqual([6, [6]]);
    expect(script.asked("read")).toHaveLength(1);
  });

  it("is not declined when the database fails, and is credited the next time", async () => {
    const purchase = await newPurchase();
    script.says("read", order(purchase, "APPROVED"));
    script.says("capture", paidOrder(purchase));
    await db.query(
      `ALTER TABLE transactions ADD CONSTRAINT fails CHECK (status <> 'completed') NOT VALID`,
    );
    await expect(settle(purchase)).rejects.toThrow("fails");
    await db.query(`ALTER TABLE transactions DROP CONSTRAINT fails`);
    expect(await find(purchase.id)).toMatchObject(FIRST_ATTEMPT);
    script.says("read", paidOrder(purchase));
    expect(await settle(purchase)).toEqual({ status: "completed", credits: 6 });
  });

  it("is announced once when two processes settle it at the same time", async () => {
    const purchase = await newPurchase();
    let tell = () => undefined as void;
    const both = new Promise<void>((resolve) => (tell = resolve));
    script.says("read", { ...paidOrder(purchase), when: both });
    const settled = [settle(purchase), settle(purchase)];
    await waitUntil(() => script.asked("read").length === 2);
    tell();
    expect(await Promise.all(settled)).toMatchObject([{ credits: 6 }, { credits: 6 }]);
    expect(announced).toEqual([6]);
  });

  it("is not captured again when its buyer reports the approval", async () => {
    const purchase = await newPurchase();
    script.says("read", paidOrder(purchase));
    expect(await settle(purchase, { hasApproved: true })).toMatchObject({ status: "completed" });
    expect(wasCaptureRequested()).toBe(false);
  });

  it("of a failed purchase is credited, and the purchase is no longer failed", async () => {
    const purchase = await newPurchase({ status: "failed", failure: "the order was never paid" });
    script.says("read", paidOrder(purchase));
    expect(await settle(purchase)).toEqual({ status: "completed", credits: 6 });
    expect(await find(purchase.id)).toMatchObject({ status: "completed", failure: null });
  });

  it("whose buyer is deleted raises one alert and credits no user", async () => {
    const purchase = await newPurchase();
    await removeBuyer(purchase);
    script.says("read", paidOrder(purchase));
    const paid = { status: "completed", credits: null };
    expect([await settle(purchase), await settle(purchase)]).toEqual([paid, paid]);
    const { id: transactionId, orderId } = purchase;
    const captureId = `PAID-${transactionId}`;
    expect(log.alerts()).toMatchObject([{ transactionId, orderId, captureId, level: ERROR }]);
    expect(alerts()).toEqual(["a payment of a deleted account is to be refunded"]);
    expect(announced).toEqual([]);
  });

  it("waits for the deletion of its buyer, without a deadlock", async () => {
    const purchase = await newPurchase();
    script.says("read", paidOrder(purchase));
    const deleting = db.createQueryRunner();
    await deleting.startTransaction();
    await deleting.query("SELECT FROM users WHERE id = $1 FOR UPDATE", [purchase.userId]);
    const settled = settle(purchase);
    await waitForLockWait(db);
    await deleting.query("DELETE FROM users WHERE id = $1", [purchase.userId]);
    await deleting.commitTransaction();
    await deleting.release();
    expect(await settled).toEqual({ status: "completed", credits: null });
    expect(alerts()).toHaveLength(1);
  });

  it("waits for no lock except its buyer's", async () => {
    const [purchase, other] = [await newPurchase(), await newPurchase()];
    script.says("read", paidOrder(purchase));
    const otherConnection = db.createQueryRunner();
    await otherConnection.startTransaction();
    await otherConnection.query("SELECT FROM users WHERE id = $1 FOR UPDATE", [other.userId]);
    const settled = settle(purchase);
    expect(await completesWithoutLockWait(db, settled)).toBe(true);
    expect(await settled).toMatchObject({ status: "completed" });
    await otherConnection.commitTransaction();
    await otherConnection.release();
  });

  it("that was credited before captures were stored is not credited again", async () => {
    const purchase = await newPurchase({ status: "completed" });
    script.says("read", paidOrder(purchase));
    expect(await settle(purchase)).toEqual({ status: "completed", credits: 1 });
    expect(announced).toEqual([]);
  });
});

describe("an order with a pending payment", () => {
  it("stays pending, and fails without an alert when the payment is denied", async () => {
    const purchase = await newPurchase();
    script.says(
      "read",
      order(purchase, "COMPLETED", [`P-${purchase.id}`, "PENDING"]),
      order(purchase, "COMPLETED", [`P-${purchase.id}`, "DECLINED"]),
    );
    expect(await settle(purchase)).toEqual({ status: "pending" });
    const failed = { status: "failed", failure: "the payment was denied" };
    expect(await settle(purchase)).toEqual(failed);
    expect(await find(purchase.id)).toMatchObject(failed);
    expect(alerts()).toEqual([]);
  });

  it("fails as denied when PayPal has named the denied payment", async () => {
    const purchase = await newPurchase();
    script.says("read", order(purchase, "PAYER_ACTION_REQUIRED", ["P", "DECLINED"]));
    expect(await settle(purchase)).toEqual({ status: "open" });
    expect(await settle(purchase, { deniedCapture: "P" })).toMatchObject({ status: "failed" });
  });
});

describe("an order that differs from its purchase", () => {
  it("fails the purchase and raises one alert", async () => {
    const purchase = await newPurchase();
    script.says("read", order(purchase, "COMPLETED", ["P", "REFUNDED"]));
    const failed = { status: "failed", failure: "the payment was refunded" };
    expect([await settle(purchase), await settle(purchase)]).toEqual([failed, failed]);
    const { id: transactionId, orderId } = purchase;
    expect(log.alerts()).toMatchObject([{ transactionId, orderId, level: ERROR }]);
    expect(alerts()).toEqual([failed.failure]);
  });

  it("raises no alert if its purchase was credited: webhooks reverse that", async () => {
    const purchase = await newPurchase({ status: "completed" });
    script.says("read", order(purchase, "COMPLETED", ["P", "REFUNDED"]));
    await settle(purchase);
    expect(alerts()).toEqual([]);
  });
});

describe("a missing order", () => {
  it("leaves the purchase unchanged, whether it is gone or was never created", async () => {
    const [lost, never] = [await newPurchase(), await newPurchase({ orderId: null })];
    script.says("read", { status: 404 });
    expect([await settle(lost), await settle(never)]).toEqual([GONE, GONE]);
    expect(script.asked("read")).toHaveLength(1);
    expect(await find(lost.id)).toMatchObject({ status: "pending" });
  });

  it("of an unknown purchase is an error", async () => {
    await expect(settlePurchase(settling, 0)).rejects.toThrow("there is no transaction 0");
  });
});

describe("an approved order", () => {
  /** Inserts a purchase with an approved order, and sets PayPal's responses to the capture. */
  const approved = async (...said: ScriptedReply[]) => {
    const purchase = await newPurchase();
    script.says("read", order(purchase, "APPROVED"), paidOrder(purchase));
    script.says("capture", ...said);
    return purchase;
  };
  const declineOf = async ({ id }: PurchaseColumns) => {
    const { captureAttempt, decline, status } = await find(id);
    return { captureAttempt, decline, status };
  };

  it("is captured", async () => {
    const purchase = await approved();
    script.says("capture", paidOrder(purchase));
    expect(await settle(purchase)).toEqual({ status: "completed", credits: 6 });
    expect(script.asked("capture")).toHaveLength(1);
  });

  it("of a failed purchase is not captured", async () => {
    const purchase = await newPurchase({ status: "failed", failure: "the order was never paid" });
    script.says("read", order(purchase, "APPROVED"));
    const failed = { status: "failed", failure: "the order was never paid" };
    expect(await settle(purchase, { hasApproved: true })).toEqual(failed);
    expect(wasCaptureRequested()).toBe(false);
  });

  it("of a deleted buyer is not captured and raises no alert", async () => {
    const purchase = await approved();
    await removeBuyer(purchase);
    const failed = { status: "failed", failure: "the account was deleted before the payment" };
    expect(await settle(purchase)).toEqual(failed);
    expect(await find(purchase.id)).toMatchObject(failed);
    expect([wasCaptureRequested(), alerts()]).toEqual([false, []]);
  });

  it.each(["ORDER_ALREADY_CAPTURED", "ORDER_ALREADY_COMPLETED", "ORDER_COMPLETED_OR_VOIDED"])(
    "that was captured elsewhere (%s) is read again",
    async (issue) => {
      expect(await settle(await approved(createPayPalError(issue)))).toMatchObject({
        status: "completed",
      });
    },
  );

  it("that was captured elsewhere and then lost is gone", async () => {
    const purchase = await approved(createPayPalError("ORDER_ALREADY_CAPTURED"));
    script.says("read", order(purchase, "APPROVED"), { status: 404 });
    expect(await settle(purchase)).toEqual(GONE);
  });

  it.each([
    ["ORDER_COMPLETION_IN_PROGRESS", 422],
    ["PREVIOUS_REQUEST_IN_PROGRESS", 409],
  ])("that is being captured elsewhere (%s) stays pending", async (issue, status) => {
    const purchase = await approved({ ...createPayPalError(issue), status });
    expect(await settle(purchase)).toEqual({ status: "pending" });
    expect(await declineOf(purchase)).toEqual(FIRST_ATTEMPT);
  });

  it.each(["ORDER_NOT_APPROVED", "PAYER_ACTION_REQUIRED"])(
    "that is no longer approved (%s) needs its buyer, and its next attempt has a new number",
    async (issue) => {
      const purchase = await approved(createPayPalError(issue));
      expect(await settle(purchase)).toEqual({ status: "open" });
      expect(await declineOf(purchase)).toEqual({ ...FIRST_ATTEMPT, captureAttempt: 2 });
    },
  );

  it.each(["ORDER_EXPIRED", "ORDER_VOIDED"])(
    "that has ended (%s) fails the purchase with PayPal's message, without an alert",
    async (issue) => {
      const purchase = await approved(createPayPalError(issue, "It is over."));
      const failed = { status: "failed", failure: "It is over." };
      expect(await settle(purchase)).toEqual(failed);
      expect(await find(purchase.id)).toMatchObject(failed);
      expect(alerts()).toEqual([]);
    },
  );

  it("that is declined returns the reason, later too, and its next attempt has a new number", async () => {
    const purchase = await approved(createPayPalError("CARD_EXPIRED", "The card has expired."));
    const decline = { issue: "CARD_EXPIRED", message: "The card has expired." };
    expect(await settle(purchase)).toEqual({ status: "declined", decline });
    expect(await declineOf(purchase)).toEqual({ status: "pending", captureAttempt: 2, decline });
    script.says("read", order(purchase, "PAYER_ACTION_REQUIRED"));
    expect(await settle(purchase)).toEqual({ status: "declined", decline });
  });

  it("that was declined before stays declined when it is no longer approved", async () => {
    const decline = { issue: "CARD_EXPIRED", message: "The card has expired." };
    const purchase = await newPurchase({ decline });
    script.says("read", order(purchase, "APPROVED"));
    script.says("capture", createPayPalError("ORDER_NOT_APPROVED"));
    expect(await settle(purchase)).toEqual({ status: "declined", decline });
    expect(await declineOf(purchase)).toEqual({ status: "pending", captureAttempt: 2, decline });
  });

  it.each(["PAYER_ACTION_REQUIRED", "COMPLETED", "WHATEVER COMES", undefined])(
    "whose payment is declined in the capture (%s) counts as declined",
    async (status) => {
      const purchase = await approved();
      script.says("capture", order(purchase, status, ["P", "DECLINED"]));
      const decline = { issue: "DECLINED", message: "The payment was declined." };
      expect(await settle(purchase)).toEqual({ status: "declined", decline });
      expect(await declineOf(purchase)).toMatchObject({ captureAttempt: 2, decline });
    },
  );

  it("that is paid after a declined payment is credited", async () => {
    const purchase = await approved();
    const tried = [
      ["P", "DECLINED"],
      [`PAID-${purchase.id}`, "COMPLETED"],
    ] as const;
    script.says("capture", order(purchase, "COMPLETED", ...tried));
    expect(await settle(purchase)).toMatchObject({ status: "completed" });
  });

  it("that is still approved after its capture is not declined", async () => {
    const purchase = await approved();
    script.says("capture", order(purchase, "APPROVED"));
    expect(await settle(purchase)).toEqual({ status: "open" });
    expect(await declineOf(purchase)).toEqual(FIRST_ATTEMPT);
  });

  it.each([403, 409, 503])("whose capture fails with %i stays unchanged", async (status) => {
    const purchase = await approved({ ...createPayPalError("ORDER_EXPIRED"), status });
    await expect(settle(purchase)).rejects.toBeInstanceOf(PayPalError);
    expect(await declineOf(purchase)).toEqual(FIRST_ATTEMPT);
  });
});

describe("an order that needs its buyer", () => {
  const decline = { issue: "CARD_EXPIRED", message: "The card has expired." };
  const open = async (more: Partial<PurchaseEntity> = {}) => {
    const purchase = await newPurchase(more);
    script.says("read", order(purchase, "CREATED"));
    script.says("capture", createPayPalError("CARD_EXPIRED", "The card has expired."));
    return purchase;
  };

  it("is not captured without the buyer's approval", async () => {
    expect(await settle(await open())).toEqual({ status: "open" });
    expect(wasCaptureRequested()).toBe(false);
  });

  it("is captured once its buyer reports the approval, and returns PayPal's decline", async () => {
    const purchase = await open();
    expect(await settle(purchase, { hasApproved: true })).toEqual({ status: "declined", decline });
  });

  it("that was declined is not captured until its buyer has approved again", async () => {
    const purchase = await open({ decline });
    expect(await settle(purchase, { hasApproved: true })).toEqual({ status: "declined", decline });
    expect(wasCaptureRequested()).toBe(false);
  });
});

describe("a failed purchase", () => {
  const failure = "the order was never paid";

  it.each([
    ["is open", "CREATED", []],
    ["is voided", "VOIDED", []],
    ["is pending", "COMPLETED", [["P", "PENDING"] as const]],
  ])("keeps its first reason while its order %s", async (_how, status, payments) => {
    const purchase = await newPurchase({ status: "failed", failure });
    script.says("read", order(purchase, status, ...payments));
    expect(await settle(purchase)).toEqual({ status: "failed", failure });
    expect(await find(purchase.id)).toEqual(purchase);
  });

  it("and a completed one are not changed by another failure or capture attempt", async () => {
    const failed = await newPurchase({ status: "failed", failure });
    const completed = await newPurchase({ status: "completed" });
    for (const purchase of [failed, completed]) {
      const decline = { issue: "LATE", message: "Too late." };
      await record(purchase, { type: "closed", failure: "another reason" });
      await record(purchase, { type: "capture_ended", attempt: 1, decline });
      expect(await find(purchase.id)).toEqual(purchase);
    }
  });
});

test("a capture attempt that ends twice is counted once, for its purchase only", async () => {
  const [purchase, other] = [await newPurchase(), await newPurchase()];
  const decline = { issue: "CARD_EXPIRED", message: "The card has expired." };
  await record(purchase, { type: "capture_ended", attempt: 1, decline });
  await record(purchase, { type: "capture_ended", attempt: 1, decline: null });
  expect(await find(purchase.id)).toMatchObject({ captureAttempt: 2, decline });
  expect(await find(other.id)).toEqual(other);
});

describe("a refund", () => {
  const refund = {
    type: "refunded",
    refundId: "R",
    kind: "refund",
    money: { currency: "USD", cents: 599 },
  } as const;

  it("of a purchase that was never credited reverses nothing", async () => {
    const purchase = await newPurchase();
    await record(purchase, refund);
    expect(await balance(purchase)).toBe(1);
  });

  it("reverses all credits, even if other entries have its reference", async () => {
    const purchase = await newPurchase({ status: "completed" });
    for (const id of ["R", "before"])
      await db.query(
        `INSERT INTO credit_ledger (user_id, delta, reason, reference) VALUES ($1, 3, 'admin', $2)`,
        [purchase.userId, `${purchase.id}:${id}`],
      );
    await record(purchase, refund);
    expect([announced, await balance(purchase)]).toEqual([[2], 2]);
  });
});

describe("a process that dies before it raises an alert", () => {
  const KILLED = "killed";
  const REFUND = {
    type: "refunded",
    refundId: "R",
    kind: "refund",
    money: { currency: "USD", cents: 599 },
  } as const;
  const readPurchase = async () => {
    const purchase = await newPurchase();
    await removeBuyer(purchase);
    script.says("read", paidOrder(purchase));
    return purchase;
  };
  const wrong = async () => {
    const purchase = await newPurchase();
    script.says("read", order(purchase, "COMPLETED", ["P", "REFUNDED"]));
    return purchase;
  };
  const spent = async () => {
    const purchase = await newPurchase({ status: "completed" });
    await db.query(
      `INSERT INTO credit_ledger (user_id, delta, reason, reference) VALUES ($1, -1, 'admin', 'spent')`,
      [purchase.userId],
    );
    return purchase;
  };

  it.each([
    ["for a payment without a buyer", readPurchase, settle],
    ["for a payment that was refunded before", wrong, settle],
    ["for spent credits", spent, (purchase: PurchaseColumns) => record(purchase, REFUND)],
  ])("%s leaves the alert to the next one", async (_what, open, look) => {
    const purchase = await open();
    const error = () => {
      throw new Error(KILLED);
    };
    settling.logger = Object.assign(Object.create(log.logger), { error });
    await expect(look(purchase)).rejects.toThrow(KILLED);
    settling.logger = log.logger;
    await look(purchase);
    await look(purchase);
    expect(log.alerts()).toMatchObject([{ transactionId: purchase.id }]);
  });
});
