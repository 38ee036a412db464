import { z } from "zod";
import type { PurchaseEvent } from "#shared/domain/billing/purchase-transitions.ts";
import { isVoidRefund, PayPalMoney } from "./paypal-order.ts";

const WebhookOrder = z.object({ id: z.string() });

/** The field `resource` of PayPal's webhook about a payment: a capture or a refund. */
const WebhookPayment = z.object({
  id: z.string(),
  status: z.string().optional().catch(undefined),
  amount: PayPalMoney.optional().catch(undefined),
  seller_payable_breakdown: z
    .object({ total_refunded_amount: PayPalMoney.optional().catch(undefined) })
    .optional()
    .catch(undefined),
  supplementary_data: z
    .object({ related_ids: z.object({ order_id: z.string().optional() }).optional() })
    .optional(),
  /** The link `up` of a refund leads to its capture. */
  links: z
    .array(z.object({ rel: z.string(), href: z.string() }))
    .default([])
    .catch([]),
});
type WebhookPayment = z.infer<typeof WebhookPayment>;

/** The field `resource` of PayPal's webhook about a dispute. */
const WebhookDispute = z.object({
  disputed_transactions: z.array(z.object({ seller_transaction_id: z.string() })),
  dispute_outcome: z.object({ outcome_code: z.string() }).optional().catch(undefined),
});

const WebhookEventSchema = z.object({ event_type: z.string(), resource: z.unknown() });

/** What a webhook reports about a refund or reversal, including that it failed or was cancelled. */
export type ReturnedMoneyUpdate = Extract<
  PurchaseEvent,
  { type: "refunded" | "refund_failed" | "reversal_cancelled" | "unreadable" }
>;

export interface PaymentWebhook {
  type: string;
  /** Null if the event names only the payment, not the order. */
  orderId: string | null;
  /**
   * Possible ids of the purchase's capture. An event about a refund or a dispute can have several.
   */
  captureIds: string[];
  refund: ReturnedMoneyUpdate | null;
}

const REFUND_EVENT_TYPE = /^PAYMENT\.(?:CAPTURE\.REFUNDED|REFUND\.\w+)$/;
const VOID_REFUND_EVENT_TYPE = /\.(?:FAILED|CANCELLED|DENIED)$/;
const REVERSAL_EVENT_TYPE = "PAYMENT.CAPTURE.REVERSED";

/** Outcomes of a dispute in which the seller keeps the money. */
const WON_DISPUTE_OUTCOME = /^(?:RESOLVED_SELLER_FAVOU?R|RESOLVED_WITH_PAYOUT|CANCELED_BY_BUYER)$/;
/**
 * Outcomes of a dispute in which the buyer is refunded. PayPal reports the refund in a separate
 * event.
 */
const LOST_DISPUTE_OUTCOME = /^(?:RESOLVED_BUYER_FAVOU?R|ACCEPTED)$/;

/**
 * Returns ids that may be the capture's id: those in the refund's links, and the id of the resource
 * itself. Most refunds do not name their order, so the purchase is found by its capture.
 */
const getRefundedCaptureIds = ({ id, links }: WebhookPayment): string[] => {
  const named = links.map(({ rel, href }) =>
    rel === "up" ? /\/captures\/([\w-]{1,64})$/.exec(href)?.[1] : undefined,
  );
  return [...named, id].filter((captureId) => captureId !== undefined);
};

/**
 * A reversal can grow. PayPal then sends another event with the sum so far. `total` is the sum of
 * all refunds and reversals, and `reversal` the sum of this reversal only.
 */
const parseReversal = ({ id, amount, ...payment }: WebhookPayment): ReturnedMoneyUpdate => {
  const total = payment.seller_payable_breakdown?.total_refunded_amount;
  return total
    ? { type: "refunded", refundId: id, kind: "total", money: total }
    : { type: "refunded", refundId: id, kind: "reversal", money: amount };
};

const parseRefund = (type: string, { id, status, amount }: WebhookPayment): ReturnedMoneyUpdate => {
  if (isVoidRefund(status) || VOID_REFUND_EVENT_TYPE.test(type))
    return { type: "refund_failed", refundId: id, money: amount };
  if (status !== undefined && status !== "COMPLETED" && status !== "PENDING")
    return { type: "unreadable", problem: `a refund (${id}) has an unknown status` };
  return { type: "refunded", refundId: id, kind: "refund", money: amount };
};

const parsePaymentEvent = (type: string, payment: WebhookPayment): PaymentWebhook | null => {
  const orderId = payment.supplementary_data?.related_ids?.order_id ?? null;
  const isReversal = type === REVERSAL_EVENT_TYPE;
  if (isReversal || REFUND_EVENT_TYPE.test(type)) {
    const refund = isReversal ? parseReversal(payment) : parseRefund(type, payment);
    return { type, orderId, captureIds: getRefundedCaptureIds(payment), refund };
  }
  return orderId === null ? null : { type, orderId, captureIds: [payment.id], refund: null };
};

const parseDispute = (type: string, resource: unknown): PaymentWebhook | null => {
  const { data: dispute } = WebhookDispute.safeParse(resource);
  if (!dispute) return null;
  const outcome = dispute.dispute_outcome?.outcome_code ?? "";
  if (LOST_DISPUTE_OUTCOME.test(outcome)) return null;
  const captureIds = dispute.disputed_transactions.map(
    (disputed) => disputed.seller_transaction_id,
  );
  const refund: ReturnedMoneyUpdate = WON_DISPUTE_OUTCOME.test(outcome)
    ? { type: "reversal_cancelled" }
    : { type: "unreadable", problem: "a dispute ended with an unknown outcome" };
  return { type, orderId: null, captureIds, refund };
};

/** Parses a webhook about an order, a payment or a dispute. Returns null for other events. */
export const parseWebhook = (body: string): PaymentWebhook | null => {
  const { data: event } = WebhookEventSchema.safeParse(JSON.parse(body));
  if (event === undefined) return null;
  const { event_type: type, resource } = event;
  if (type.startsWith("CHECKOUT.ORDER.")) {
    const { data: order } = WebhookOrder.safeParse(resource);
    return order ? { type, orderId: order.id, captureIds: [], refund: null } : null;
  }
  if (type === "CUSTOMER.DISPUTE.RESOLVED") return parseDispute(type, resource);
  const { data: payment } = WebhookPayment.safeParse(resource);
  return payment ? parsePaymentEvent(type, payment) : null;
};
