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
  revoked: {},
  balance: status === "completed" ? 7 : 2,
  ...more,
});

const refund = (refundId: string, cents?: number, currency = "USD") => ({
  type: "refunded" as const,
  refundId,
  money: cents === undefined ? undefined : { currency, cents },
});
const EVENTS: { [Type in PurchaseEvent["type"]]: Extract<PurchaseEvent, { type: Type }> } = {
  paid: { type: "paid", captureId: "C" },
  capture_pending: { type: "capture_pending", captureId: "P" },
  capture_ended: { type: "capture_ended", attempt: 1, decline: DECLINE },
  closed: { type: "closed", failure: "the order was voided" },
  mismatched: { type: "mismatched", failure: "the payment was refunded" },
  refunded: refund("R"),
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
  },
  completed: {
    paid: UNCHANGED,
    capture_pending: UNCHANGED,
    capture_ended: UNCHANGED,
    closed: UNCHANGED,
    mismatched: UNCHANGED,
    refunded: { changes: { refunded: 599 }, ledgerDelta: -5 },
  },
  failed: {
    paid: COMPLETED,
    capture_pending: UNCHANGED,
    capture_ended: UNCHANGED,
    closed: UNCHANGED,
    mismatched: { changes: {}, alert: "the payment was refunded" },
    refunded: UNCHANGED,
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
    expect(applyPurchaseEvent(purchase("completed"), refund("R", 300))).toEqual({
      changes: { refunded: 300 },
      ledgerDelta: -2,
    });
  });

  it("in another currency counts as the full amount", () => {
    expect(applyPurchaseEvent(purchase("completed"), refund("R", 300, "EUR"))).toMatchObject({
      changes: { refunded: 599 },
    });
  });

  it("that was recorded before changes nothing", () => {
    const refunded = purchase("completed", { refunded: 300, revoked: { R: 2 } });
    expect(applyPurchaseEvent(refunded, refund("R", 300))).toEqual(UNCHANGED);
  });

  it.each([
    [3, -3, "2 credits of money that went back (R) had been used"],
    [0, -0, "5 credits of money that went back (R) had been used"],
  ])("of used credits takes the balance of %d and raises an alert", (balance, delta, alert) => {
    expect(applyPurchaseEvent(purchase("completed", { balance }), refund("R"))).toEqual({
      changes: { refunded: 599 },
      ledgerDelta: delta,
      alert,
    });
  });
});

/** The purchase after an event, with its ledger entry as the database writes it. */
const follow = (before: PurchaseState, event: PurchaseEvent): PurchaseState => {
  const { changes, ledgerDelta } = applyPurchaseEvent(before, event);
  const after = { ...before, ...changes };
  if (ledgerDelta === undefined || before.balance === null) return after;
  const balance = before.balance + ledgerDelta;
  return event.type === "refunded"
    ? { ...after, balance, revoked: { ...before.revoked, [event.refundId]: -ledgerDelta } }
    : { ...after, balance };
};

/** A buyer also spends credits between the events. */
type Step = PurchaseEvent | { type: "spent" };
const STEPS: readonly Step[] = [
  ...Object.values(EVENTS),
  refund("R1", 300),
  refund("R2", 599),
  { type: "spent" },
];
const spend = (before: PurchaseState): PurchaseState =>
  before.balance === null ? before : { ...before, balance: Math.max(0, before.balance - 1) };

test("no five events in any order credit twice or take back more than was bought and paid", () => {
  const unsound: unknown[] = [];
  const visit = (before: PurchaseState, credited: number, depth: number): void => {
    if (depth === 0) return;
    for (const step of STEPS) {
      const after = step.type === "spent" ? spend(before) : follow(before, step);
      const gained = step.type === "spent" ? 0 : (after.balance ?? 0) - (before.balance ?? 0);
      const total = credited + Math.max(0, gained);
      const revoked = Object.values(after.revoked).reduce((sum, each) => sum + each, 0);
      const isSound =
        total <= after.credits &&
        revoked <= total &&
        after.refunded <= after.amount &&
        (after.balance ?? 0) >= 0 &&
        (before.status !== "completed" || after.status === "completed");
      if (!isSound) unsound.push({ before, step, after, total });
      visit(after, total, depth - 1);
    }
  };
  for (const balance of [0, 2, null]) visit(purchase("pending", { balance }), 0, 5);
  expect(unsound).toEqual([]);
});

test("the state diagram of the documents shows every transition", () => {
  const page = readFileSync("docs/architecture/payments.md", "utf8");
  const drawn = page.match(/^ *\w+ --> \w+: \w+/gm)?.map((edge) => edge.trim());
  const edges = STATUS_EVENT_PAIRS.flatMap(([status, type, event]) => {
    const transition = applyPurchaseEvent(purchase(status), event);
    const isChange = JSON.stringify(transition) !== JSON.stringify(UNCHANGED);
    return isChange ? [`${status} --> ${transition.changes.status ?? status}: ${type}`] : [];
  });
  expect(new Set(drawn)).toEqual(new Set(edges));
});
