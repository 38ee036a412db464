import { computeCreditsToRevoke, type PurchaseStatus } from "./credit.ts";
import type { Money, OrderAssessment, PaymentDecline } from "./payment.ts";

/**
 * Money that went back to the buyer: a refund by the seller, or a reversal, for example after a
 * dispute.
 */
export interface ReturnedMoney {
  /** The amount of one refund, or the sum of several; `kind` says which. */
  cents: number;
  kind: ReturnedMoneyKind;
  /** Whether the refund failed or the reversal was cancelled. */
  isUndone: boolean;
}

/**
 * What an amount includes: one refund alone (`refund`), all reversals of the payment so far
 * (`reversal`), or all refunds and reversals so far (`total`).
 */
type ReturnedMoneyKind = "refund" | "reversal" | "total";

/** All values that decide a purchase's next state. */
export interface PurchaseState {
  status: PurchaseStatus;
  /** In cents. */
  amount: number;
  currency: string;
  credits: number;
  captureId: string | null;
  captureAttempt: number;
  decline: PaymentDecline | null;
  failure: string | null;
  /** Cents that were returned to the buyer in total. */
  refunded: number;
  /**
   * Refunds and reversals by their id. An earlier version recorded only `refunded`, so its refunds
   * are missing here.
   */
  refunds: Readonly<Record<string, ReturnedMoney>>;
  /**
   * Credits that ledger entries took from the buyer, by the entry's reference. Negative if the
   * entry gave credits back.
   */
  revoked: Readonly<Record<string, number>>;
  /** The buyer's credits. Null if the account was deleted. */
  balance: number | null;
}

interface ReturnedMoneyEvent {
  type: "refunded";
  refundId: string;
  /** What `money` includes. */
  kind: ReturnedMoneyKind;
  /** Undefined if the amount cannot be read. */
  money: Money | undefined;
}

export type PurchaseEvent =
  | Exclude<OrderAssessment, { type: "approved" | "open" }>
  /** A capture ended without a payment. `decline` is null if the order was not approved. */
  | { type: "capture_ended"; attempt: number; decline: PaymentDecline | null }
  | ReturnedMoneyEvent
  /** The refund failed: its money did not go back. */
  | { type: "refund_failed"; refundId: string; money: Money | undefined }
  /** A dispute was decided for the seller, so the reversed money came back to the seller. */
  | { type: "reversal_cancelled" }
  /** The webhook or order cannot be interpreted, so a person must decide. */
  | { type: "unreadable"; problem: string };

export interface PurchaseTransition {
  changes: Partial<Omit<PurchaseState, "revoked" | "balance">>;
  /** Change of the buyer's credits. A change of 0 also makes a ledger entry. */
  ledgerDelta?: number;
  /** Problem that a person must look at. */
  alert?: string;
}

type EventOf<Type extends PurchaseEvent["type"]> = Extract<PurchaseEvent, { type: Type }>;
type Transition<Event> = (purchase: PurchaseState, event: Event) => PurchaseTransition;

const UNCHANGED: PurchaseTransition = { changes: {} };

const complete: Transition<EventOf<"paid">> = ({ credits, balance }, { captureId }) => ({
  changes: { status: "completed", captureId, failure: null },
  ...(balance === null
    ? { alert: "a payment of a deleted account is to be refunded" }
    : { ledgerDelta: credits }),
});

/** Stores the capture's id, by which PayPal names the capture if it denies the payment later. */
const storeCapture: Transition<EventOf<"capture_pending">> = (_purchase, { captureId }) => ({
  changes: { captureId },
});

/** Increments the attempt number, because the next attempt needs a new request id at PayPal. */
const endAttempt: Transition<EventOf<"capture_ended">> = (purchase, { attempt, decline }) =>
  attempt === purchase.captureAttempt
    ? { changes: { captureAttempt: attempt + 1, decline: decline ?? purchase.decline } }
    : UNCHANGED;

const fail: Transition<EventOf<"closed" | "mismatched">> = (_purchase, { failure }) => ({
  changes: { status: "failed", failure },
});

const alertOnly: Transition<EventOf<"mismatched">> = (_purchase, { failure }) => ({
  changes: {},
  alert: failure,
});

const alertUnreadable: Transition<EventOf<"unreadable">> = (_purchase, { problem }) => ({
  changes: {},
  alert: problem,
});

const failAndAlert: Transition<EventOf<"mismatched">> = (purchase, event) => ({
  ...fail(purchase, event),
  alert: event.failure,
});

/**
 * Returns the cents that were returned to the buyer. Refunds are added up. Reversals and totals are
 * cumulative, so only the largest of them counts.
 */
const sumMoneyBack = (refunds: PurchaseState["refunds"], amount: number): number => {
  const cents = (kind: ReturnedMoneyKind) =>
    Object.values(refunds).flatMap((back) =>
      back.kind === kind && !back.isUndone ? [back.cents] : [],
    );
  const refundedCents = cents("refund").reduce((sum, each) => sum + each, 0);
  const reversedCents = Math.max(0, ...cents("reversal"));
  return Math.min(amount, Math.max(refundedCents + reversedCents, ...cents("total")));
};

const sumRevoked = ({ revoked }: PurchaseState): number =>
  Object.values(revoked).reduce((sum, each) => sum + each, 0);

/**
 * Returns the new total of returned money. It includes amounts that an earlier version recorded
 * only as a total.
 */
const recount = (
  purchase: PurchaseState,
  refunds: PurchaseState["refunds"],
): Pick<PurchaseState, "refunded" | "refunds"> => {
  const { amount, refunded } = purchase;
  const before = sumMoneyBack(purchase.refunds, amount);
  const earlier = refunded - before;
  return { refunded: Math.min(amount, earlier + sumMoneyBack(refunds, amount)), refunds };
};

const readCents = ({ currency }: PurchaseState, money: Money | undefined): number | undefined =>
  money?.currency === currency ? money.cents : undefined;

/**
 * Revokes credits for returned money, but not more than the buyer has. Every refund gets a ledger
 * entry, even one of 0 credits.
 */
const revoke: Transition<ReturnedMoneyEvent> = (purchase, { refundId, kind, money }) => {
  const { balance, revoked } = purchase;
  const known = purchase.refunds[refundId];
  const isKnown = known !== undefined || Object.hasOwn(revoked, refundId);
  if (balance === null || (isKnown && kind === "refund")) return UNCHANGED;
  const cents = readCents(purchase, money);
  if (cents === undefined)
    return { changes: {}, alert: `an amount that went back (${refundId}) cannot be read` };
  if (isKnown && cents <= (known?.cents ?? purchase.refunded)) return UNCHANGED;
  const refunds = { ...purchase.refunds, [refundId]: { cents, kind, isUndone: false } };
  const changes = recount(purchase, refunds);
  const { refunded } = changes;
  const due = computeCreditsToRevoke({ ...purchase, refunded, taken: sumRevoked(purchase) });
  const taken = Math.min(due, balance);
  return {
    changes,
    ledgerDelta: -taken,
    ...(taken < due && {
      alert: `${due - taken} credits of money that went back (${refundId}) had been used`,
    }),
  };
};

/**
 * Gives credits back after a refund failed or a reversal was cancelled. `refunded` is the remaining
 * total of returned money.
 */
const restore = (
  purchase: PurchaseState,
  refunds: PurchaseState["refunds"],
  refunded: number,
): PurchaseTransition => {
  const due = computeCreditsToRevoke({ ...purchase, refunded, taken: 0 });
  const surplus = Math.max(0, sumRevoked(purchase) - due);
  const changes = { refunded, refunds };
  return surplus === 0 ? { changes } : { changes, ledgerDelta: surplus };
};

const undoRefund: Transition<EventOf<"refund_failed">> = (purchase, { refundId, money }) => {
  const { balance, refunds, revoked, amount } = purchase;
  const known = refunds[refundId];
  if (balance === null) return UNCHANGED;
  const wasRecorded = known !== undefined || Object.hasOwn(revoked, refundId);
  const cents = known?.cents ?? readCents(purchase, money);
  if (wasRecorded && cents === undefined)
    return { changes: {}, alert: `the amount of a failed refund (${refundId}) cannot be read` };
  const undone = { cents: cents ?? 0, kind: "refund" as const, isUndone: true };
  const after = { ...refunds, [refundId]: undone };
  // An earlier version stored this refund only as a part of the total.
  const isOnlyInTotal = known === undefined && wasRecorded;
  const { refunded } = recount(purchase, after);
  return restore(
    purchase,
    after,
    Math.min(amount, Math.max(0, isOnlyInTotal ? refunded - undone.cents : refunded)),
  );
};

const undoReversal: Transition<EventOf<"reversal_cancelled">> = (purchase) => {
  const reversed = Object.entries(purchase.refunds).filter(
    ([, { kind, isUndone }]) => kind !== "refund" && !isUndone,
  );
  if (purchase.balance === null) return UNCHANGED;
  if (reversed.length === 0) {
    const isUnclear = sumRevoked(purchase) > 0 && Object.keys(purchase.refunds).length === 0;
    return isUnclear
      ? { changes: {}, alert: "a dispute was won, and its reversal is not recorded" }
      : UNCHANGED;
  }
  const undone = reversed.map(([id, back]) => [id, { ...back, isUndone: true }] as const);
  const after = { ...purchase.refunds, ...Object.fromEntries(undone) };
  return restore(purchase, after, recount(purchase, after).refunded);
};

/** For each status of a purchase, the events that change it. */
const TRANSITIONS: Record<
  PurchaseStatus,
  { [Type in PurchaseEvent["type"]]?: Transition<EventOf<Type>> }
> = {
  pending: {
    paid: complete,
    capture_pending: storeCapture,
    capture_ended: endAttempt,
    closed: fail,
    mismatched: failAndAlert,
    unreadable: alertUnreadable,
  },
  completed: {
    refunded: revoke,
    refund_failed: undoRefund,
    reversal_cancelled: undoReversal,
    unreadable: alertUnreadable,
  },
  failed: { paid: complete, mismatched: alertOnly, unreadable: alertUnreadable },
};

/**
 * Returns the changes that an event makes to a purchase. Events may come repeatedly and in any
 * order.
 */
export const applyPurchaseEvent = (
  purchase: PurchaseState,
  event: PurchaseEvent,
): PurchaseTransition => {
  const transition = TRANSITIONS[purchase.status][event.type] as
    Transition<PurchaseEvent> | undefined;
  return transition?.(purchase, event) ?? UNCHANGED;
};
