import { readFileSync } from "node:fs";
import { PURCHASE_STATUSES, type PurchaseStatus } from "#shared/domain/billing/credit.ts";
import {
  applyPurchaseEvent,
  type PurchaseEvent,
  type PurchaseState,
} from "#shared/domain/billing/purchase-transitions.ts";

const EARLIER = { issue: "CARD_EXPIRED", message: "The card has expired." };
const DECLINE = { issue: "DECLINED", message: "The payment was declined." };

/** A purchase of five credits, whose buyer has two more. */
const purchase = (status: PurchaseStatus, more: Partial<PurchaseState> = {}): PurchaseState => ({
  status,
  amount: 599,
  currency: "USD",
  credits: 5,
  captureId: null,
  captureAttempt: 1,
  decline: EARLIER,
  failure: status === "failed" ? "the order was never paid" : null,
  refunded: 0,
  refunds: {},
  revoked: {},
  balance: status === "completed" ? 7 : 2,
  ...more,
});

const usd = (cents: number | undefined, currency = "USD") =>
  cents === undefined ? undefined : { currency, cents };
const refund = (refundId: string, cents?: number, currency?: string) => ({
  type: "refunded" as const,
  refundId,
  kind: "refund" as const,
  money: usd(cents, currency),
});
const reversal = (refundId: string, cents: number, kind: "reversal" | "total" = "reversal") => ({
  ...refund(refundId, cents),
  kind,
});
const failure = (refundId: string, cents?: number) => ({
  type: "refund_failed" as const,
  refundId,
  money: usd(cents),
});
const CANCELLED = { type: "reversal_cancelled" } as const;
const FULL_REFUND = { cents: 599, kind: "refund", isUndone: false };
const EVENTS: { [Type in PurchaseEvent["type"]]: Extract<PurchaseEvent, { type: Type }> } = {
  paid: { type: "paid", captureId: "C" },
  capture_pending: { type: "capture_pending", captureId: "P" },
  capture_ended: { type: "capture_ended", attempt: 1, decline: DECLINE },
  closed: { type: "closed", failure: "the order was voided" },
  mismatched: { type: "mismatched", failure: "the payment was refunded" },
  refunded: refund("R", 599),
  refund_failed: failure("R", 599),
  reversal_cancelled: CANCELLED,
  unreadable: { type: "unreadable", problem: "unknown status" },
};

const UNCHANGED = { changes: {} };
const COMPLETED = {
  changes: { status: "completed", captureId: "C", failure: null },
  ledgerDelta: 5,
};
const CELLS: Record<PurchaseStatus, Record<PurchaseEvent["type"], unknown>> = {
  pending: {
    paid: COMPLETED,
    capture_pending: { changes: { captureId: "P" } },
    capture_ended: { changes: { captureAttempt: 2, decline: DECLINE } },
    closed: { changes: { status: "failed", failure: "the order was voided" } },
    mismatched: {
      changes: { status: "failed", failure: "the payment was refunded" },
      alert: "the payment was refunded",
    },
    refunded: UNCHANGED,
    refund_failed: UNCHANGED,
    reversal_cancelled: UNCHANGED,
    unreadable: { changes: {}, alert: "unknown status" },
  },
  completed: {
    paid: UNCHANGED,
    capture_pending: UNCHANGED,
    capture_ended: UNCHANGED,
    closed: UNCHANGED,
    mismatched: UNCHANGED,
    refunded: { changes: { refunded: 599, refunds: { R: FULL_REFUND } }, ledgerDelta: -5 },
    // Stores the failed refund, so that it takes no credits if PayPal reports it later.
    refund_failed: { changes: { refunded: 0, refunds: { R: { ...FULL_REFUND, isUndone: true } } } },
    reversal_cancelled: UNCHANGED,
    unreadable: { changes: {}, alert: "unknown status" },
  },
  failed: {
    paid: COMPLETED,
    capture_pending: UNCHANGED,
    capture_ended: UNCHANGED,
    closed: UNCHANGED,
    mismatched: { changes: {}, alert: "the payment was refunded" },
    refunded: UNCHANGED,
    refund_failed: UNCHANGED,
    reversal_cancelled: UNCHANGED,
    unreadable: { changes: {}, alert: "unknown status" },
  },
};

const STATUS_EVENT_PAIRS = PURCHASE_STATUSES.flatMap((status) =>
  Object.values(EVENTS).map((event) => [status, event.type, event] as const),
);

test.each(STATUS_EVENT_PAIRS)("a %s purchase handles the event %s", (status, type, event) => {
  expect(applyPurchaseEvent(purchase(status), event)).toEqual(CELLS[status][type]);
});

describe("a purchase of a deleted account", () => {
  it.each(["pending", "failed"] as const)(
    "that is %s completes without a ledger entry and raises an alert",
    (status) => {
      expect(applyPurchaseEvent(purchase(status, { balance: null }), EVENTS.paid)).toEqual({
        changes: COMPLETED.changes,
        alert: "a payment of a deleted account is to be refunded",
      });
    },
  );

  it("ignores refunds", () => {
    const deleted = purchase("completed", { balance: null });
    expect(applyPurchaseEvent(deleted, EVENTS.refunded)).toEqual(UNCHANGED);
  });
});

describe("the end of a capture attempt", () => {
  it("without a reason keeps the earlier decline", () => {
    const event = { ...EVENTS.capture_ended, decline: null };
    expect(applyPurchaseEvent(purchase("pending"), event)).toEqual({
      changes: { captureAttempt: 2, decline: EARLIER },
    });
  });

  it("is counted once", () => {
    const counted = purchase("pending", { captureAttempt: 2 });
    expect(applyPurchaseEvent(counted, EVENTS.capture_ended)).toEqual(UNCHANGED);
  });
});

describe("a refund", () => {
  it("takes the credits of its share", () => {
    expect(applyPurchaseEvent(purchase("completed"), refund("R", 300))).toMatchObject({
      changes: { refunded: 300 },
      ledgerDelta: -2,
    });
  });

  it.each([
    ["is in another currency", refund("R", 300, "EUR")],
    ["cannot be read", refund("R")],
  ])("whose amount %s takes nothing and raises an alert", (_how, event) => {
    expect(applyPurchaseEvent(purchase("completed"), event)).toEqual({
      changes: {},
      alert: "an amount that went back (R) cannot be read",
    });
  });

  it("that an earlier version recorded changes nothing", () => {
    const refunded = purchase("completed", { refunded: 300, revoked: { R: 2 } });
    expect(applyPurchaseEvent(refunded, refund("R", 300))).toEqual(UNCHANGED);
    expect(applyPurchaseEvent(refunded, refund("R2", 299))).toMatchObject({
      changes: { refunded: 599 },
      ledgerDelta: -3,
    });
  });

  it.each([
    [3, -3, "2 credits of money that went back (R) had been used"],
    [0, -0, "5 credits of money that went back (R) had been used"],
  ])("of used credits takes the balance of %d and raises an alert", (balance, delta, alert) => {
    expect(applyPurchaseEvent(purchase("completed", { balance }), refund("R", 599))).toEqual({
      changes: { refunded: 599, refunds: { R: FULL_REFUND } },
      ledgerDelta: delta,
      alert,
    });
  });
});

/** The purchase after an event, with its ledger entry as the database writes it. */
const applyEvent = (before: PurchaseState, event: PurchaseEvent): PurchaseState => {
  const { changes, ledgerDelta } = applyPurchaseEvent(before, event);
  const after = { ...before, ...changes };
  if (ledgerDelta === undefined || before.balance === null) return after;
  const balance = before.balance + ledgerDelta;
  if (event.type === "paid") return { ...after, balance };
  const entry = String(Object.keys(before.revoked).length);
  const id = "refundId" in event ? event.refundId : "reversal";
  const key = Object.hasOwn(before.revoked, id) ? `${id}:${entry}` : id;
  return { ...after, balance, revoked: { ...before.revoked, [key]: -ledgerDelta } };
};

describe("credits follow the money", () => {
  it.each<[string, PurchaseEvent[], number]>([
    ["a reversal that grows", [reversal("A", 200), reversal("B", 400)], 4],
    ["a reversal that grows under one id", [reversal("A", 200), reversal("A", 400)], 4],
    ["a growing reversal out of order", [reversal("B", 400), reversal("A", 200)], 4],
    ["totals of all that went back", [refund("R", 200), reversal("A", 500, "total")], 3],
    ["a refund and a reversal of the rest", [refund("R", 200), reversal("A", 399)], 2],
    ["a refund that is repeated", [refund("R", 300), refund("R", 300)], 5],
    ["a refund that fails", [refund("R", 300), failure("R", 300)], 7],
    ["a refund that fails, unreadably", [refund("R", 300), failure("R")], 7],
    ["a refund that fails twice", [refund("R", 300), failure("R", 300), failure("R", 300)], 7],
    ["a failure before its refund", [failure("R", 300), refund("R", 300)], 7],
    ["an unreadable failure before its refund", [failure("R"), refund("R", 300)], 7],
    [
      "a failed refund that is made again",
      [refund("R", 599), failure("R", 599), refund("S", 599)],
      2,
    ],
    ["one of two refunds that fails", [refund("R", 300), refund("S", 299), failure("R")], 5],
    [
      "a failed refund beyond the whole amount",
      [refund("R", 599), refund("S", 300), failure("S")],
      2,
    ],
    ["a reversal that is cancelled", [reversal("A", 599), CANCELLED, CANCELLED], 7],
    ["a late reversal after its end", [reversal("A", 599), CANCELLED, reversal("A", 599)], 7],
    ["a second dispute", [reversal("A", 599), CANCELLED, reversal("B", 599)], 2],
    ["a cancelled reversal beside a refund", [refund("R", 300), reversal("A", 299), CANCELLED], 5],
  ])("after %s", (_what, events, balance) => {
    const after = events.reduce(applyEvent, purchase("completed"));
    expect(after.balance).toBe(balance);
  });

  it("also where an earlier version recorded the refund that fails", () => {
    const before = purchase("completed", { refunded: 300, revoked: { R: 2 }, balance: 5 });
    expect(applyEvent(before, failure("R", 300))).toMatchObject({ balance: 7, refunded: 0 });
    expect(applyPurchaseEvent(before, failure("R"))).toEqual({
      changes: {},
      alert: "the amount of a failed refund (R) cannot be read",
    });
  });

  it("and a person is called if an earlier version recorded the reversal that is cancelled", () => {
    const before = purchase("completed", { refunded: 599, revoked: { A: 5 } });
    expect(applyPurchaseEvent(before, CANCELLED)).toEqual({
      changes: {},
      alert: "a dispute was won, and its reversal is not recorded",
    });
  });

  it("and never give back more than was taken", () => {
    const poor = purchase("completed", { balance: 3 });
    const after = [refund("R", 599), failure("R", 599)].reduce(applyEvent, poor);
    expect(after.balance).toBe(3);
  });
});

/** A buyer also spends credits between the events. */
type Step = PurchaseEvent | { type: "spent" };
const STEPS: readonly Step[] = [
  ...Object.values(EVENTS),
  refund("R1", 300),
  reversal("A", 400),
  { type: "spent" },
];
const spend = (before: PurchaseState): PurchaseState =>
  before.balance === null ? before : { ...before, balance: Math.max(0, before.balance - 1) };

test("no five events in any order credit twice or take back more than was bought and paid", () => {
  const unsound: unknown[] = [];
  const visitSequences = (before: PurchaseState, credited: number, depth: number): void => {
    if (depth === 0) return;
    for (const step of STEPS) {
      const after = step.type === "spent" ? spend(before) : applyEvent(before, step);
      const isSale = step.type === "paid";
      const gained = isSale ? (after.balance ?? 0) - (before.balance ?? 0) : 0;
      const total = credited + Math.max(0, gained);
      const revoked = Object.values(after.revoked).reduce((sum, each) => sum + each, 0);
      const isSound =
        total <= after.credits &&
        revoked <= total &&
        revoked >= 0 &&
        after.refunded <= after.amount &&
        (after.balance ?? 0) >= 0 &&
        (before.status !== "completed" || after.status === "completed");
      if (!isSound) unsound.push({ before, step, after, total });
      visitSequences(after, total, depth - 1);
    }
  };
  for (const balance of [0, 2, null]) visitSequences(purchase("pending", { balance }), 0, 5);
  expect(unsound).toEqual([]);
});

test("the state diagram of the documents shows every transition", () => {
  const page = readFileSync("docs/architecture/payments.md", "utf8");
  const drawn = page.match(/^ *\w+ --> \w+: \w+/gm)?.map((edge) => edge.trim());
  const edges = STATUS_EVENT_PAIRS.flatMap(([status, type, event]) => {
    const reversed = { cents: 300, kind: "reversal" as const, isUndone: false };
    const before = purchase(status, { refunds: { A: reversed }, refunded: 300 });
    const transition = applyPurchaseEvent(before, event);
    const isChange = JSON.stringify(transition) !== JSON.stringify(UNCHANGED);
    return isChange ? [`${status} --> ${transition.changes.status ?? status}: ${type}`] : [];
  });
  expect(new Set(drawn)).toEqual(new Set(edges));
});
