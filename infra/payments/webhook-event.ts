import { z } from "zod";
import { PayPalMoney } from "./paypal-order.ts";

const WebhookOrder = z.object({ id: z.string() });

/** Resource of a payment's event: a capture or a refund, which may name its order. */
const WebhookPayment = z.object({
  id: z.string(),
  amount: PayPalMoney.optional().catch(undefined),
  supplementary_data: z
    .object({ related_ids: z.object({ order_id: z.string().optional() }).optional() })
    .optional(),
  /** A refund names its capture in a link. */
  links: z
    .array(z.object({ rel: z.string(), href: z.string() }))
    .default([])
    .catch([]),
});
type WebhookPayment = z.infer<typeof WebhookPayment>;

const WebhookEventSchema = z.object({ event_type: z.string(), resource: z.unknown() });

export interface PayPalRefund {
  id: string;
  /** Undefined if PayPal does not say: then the full amount. */
  money: z.infer<typeof PayPalMoney> | undefined;
}

export interface PaymentWebhook {
  type: string;
  /** Null if the event names only the payment. */
  orderId: string | null;
  /** Ids of the capture; for a refund, of all candidates. */
  captureIds: string[];
  refund: PayPalRefund | null;
}

const REFUND_EVENT_TYPES = new Set(["PAYMENT.CAPTURE.REFUNDED", "PAYMENT.CAPTURE.REVERSED"]);

/**
 * Capture ids in a refund's links, and the resource's own id. Refunds usually do not name their
 * order.
 */
const getRefundedCaptureIds = ({ id, links }: WebhookPayment): string[] => {
  const named = links.map(({ rel, href }) =>
    rel === "up" ? /\/captures\/([\w-]{1,64})$/.exec(href)?.[1] : undefined,
  );
  return [...named, id].filter((captureId) => captureId !== undefined);
};

const parsePaymentEvent = (type: string, payment: WebhookPayment): PaymentWebhook | null => {
  const orderId = payment.supplementary_data?.related_ids?.order_id ?? null;
  if (REFUND_EVENT_TYPES.has(type)) {
    const { id, amount: money } = payment;
    return { type, orderId, captureIds: getRefundedCaptureIds(payment), refund: { id, money } };
  }
  return orderId === null ? null : { type, orderId, captureIds: [payment.id], refund: null };
};

/** Parses a webhook about an order or payment; returns null for other events. */
export const parseWebhook = (body: string): PaymentWebhook | null => {
  const { data: event } = WebhookEventSchema.safeParse(JSON.parse(body));
  if (event === undefined) return null;
  const { event_type: type, resource } = event;
  if (type.startsWith("CHECKOUT.ORDER.")) {
    const { data: order } = WebhookOrder.safeParse(resource);
    return order ? { type, orderId: order.id, captureIds: [], refund: null } : null;
  }
  const { data: payment } = WebhookPayment.safeParse(resource);
  return payment ? parsePaymentEvent(type, payment) : null;
};
