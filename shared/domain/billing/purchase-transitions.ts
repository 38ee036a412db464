import { computeCreditsToRevoke, type PurchaseStatus } from "./credit.ts";
import type { Money, OrderAssessment, PaymentDecline } from "./payment.ts";

/** What decides a purchase's next state. */
export interface PurchaseState {
  status: PurchaseStatus;
  /** Cents. */
  amount: number;
  currency: string;
  credits: number;
  captureId: string | null;
  captureAttempt: number;
  decline: PaymentDecline | null;
  failure: string | null;
  /** Cents. */
  refunded: number;
  /** Credits that earlier refunds revoked, by refund id. */
  revoked: Readonly<Record<string, number>>;
  /** The buyer's balance; null if the account was deleted. */
  balance: number | null;
}

export type PurchaseEvent =
  | Exclude<OrderAssessment, { type: "approved" | "open" }>
  /** A capture ended without a payment. `decline` is null if the order was not approved. */
  | { type: "capture_ended"; attempt: number; decline: PaymentDecline | null }
  /** `money` is undefined if PayPal does not say: then the full amount. */
  | { type: "refunded"; refundId: string; money: Money | undefined };

export interface PurchaseTransition {
  changes: Partial<Omit<PurchaseState, "revoked" | "balance">>;
  /** Credits of the ledger entry; 0 is an entry as well. */
  ledgerDelta?: number;
  /** What a person must look at. */
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

/** The id identifies the capture if PayPal denies it later. */
const storeCapture: Transition<EventOf<"capture_pending">> = (_purchase, { captureId }) => ({
  changes: { captureId },
});

/** The next attempt uses a new request id at PayPal. */
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

const failAndAlert: Transition<EventOf<"mismatched">> = (purchase, event) => ({
  ...fail(purchase, event),
  alert: event.failure,
});

/** Takes at most the balance, which never becomes negative. Every refund has a ledger entry. */
const revoke: Transition<EventOf<"refunded">> = (purchase, { refundId, money }) => {
  const { amount, balance, currency, revoked } = purchase;
  if (balance === null || Object.hasOwn(revoked, refundId)) return UNCHANGED;
  const cents = money?.currency === currency ? money.cents : amount;
  const refunded = Math.min(amount, purchase.refunded + cents);
  const before = Object.values(revoked).reduce((sum, each) => sum + each, 0);
  const due = computeCreditsToRevoke({ ...purchase, refunded, taken: before });
  const taken = Math.min(due, balance);
  return {
    changes: { refunded },
    ledgerDelta: -taken,
    ...(taken < due && {
      alert: `${due - taken} credits of money that went back (${refundId}) had been used`,
    }),
  };
};

/** In each state, the events that change something. */
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
  },
  completed: { refunded: revoke },
  failed: { paid: complete, mismatched: alertOnly },
};

/** Returns the changes that an event makes to a purchase. Events may come repeatedly and in any order. */
export const applyPurchaseEvent = (
  purchase: PurchaseState,
  event: PurchaseEvent,
): PurchaseTransition => {
  const transition = TRANSITIONS[purchase.status][event.type] as
    Transition<PurchaseEvent> | undefined;
  return transition?.(purchase, event) ?? UNCHANGED;
};
