import { z } from "zod";
import { Money } from "./order.ts";

const OrderResource = z.object({ id: z.string() });

/** Resource of a payment's event: a capture or a refund, which may name its order. */
const PaymentResource = z.object({
  id: z.string(),
  amount: Money.optional().catch(undefined),
  supplementary_data: z
    .object({ related_ids: z.object({ order_id: z.string().optional() }).optional() })
    .optional(),
  /** A refund names its capture in a link. */
  links: z
    .array(z.object({ rel: z.string(), href: z.string() }))
    .default([])
    .catch([]),
});
type PaymentResource = z.infer<typeof PaymentResource>;

const Event = z.object({ event_type: z.string(), resource: z.unknown() });

export interface Refund {
  id: string;
  /** Undefined if PayPal does not say: then the full amount. */
  money: z.infer<typeof Money> | undefined;
}

export interface PaymentNews {
  type: string;
  /** Null if the event names only the payment. */
  orderId: string | null;
  /** Ids of the capture; for a refund, of all candidates. */
  captureIds: string[];
  refund: Refund | null;
}

const GONE_AGAIN = new Set(["PAYMENT.CAPTURE.REFUNDED", "PAYMENT.CAPTURE.REVERSED"]);

/**
 * Capture ids in a refund's links, and the resource's own id. Refunds usually do not name their
 * order.
 */
const refundedCaptures = ({ id, links }: PaymentResource): string[] => {
  const named = links.map(({ rel, href }) =>
    rel === "up" ? /\/captures\/([\w-]{1,64})$/.exec(href)?.[1] : undefined,
  );
  return [...named, id].filter((each) => each !== undefined);
};

const newsOfPayment = (type: string, payment: PaymentResource): PaymentNews | null => {
  const orderId = payment.supplementary_data?.related_ids?.order_id ?? null;
  if (GONE_AGAIN.has(type)) {
    const { id, amount: money } = payment;
    return { type, orderId, captureIds: refundedCaptures(payment), refund: { id, money } };
  }
  return orderId === null ? null : { type, orderId, captureIds: [payment.id], refund: null };
};

/** Parses a webhook about an order or payment; returns null for other events. */
export const readWebhook = (body: string): PaymentNews | null => {
  const { data: event } = Event.safeParse(JSON.parse(body));
  if (event === undefined) return null;
  const { event_type: type, resource } = event;
  if (type.startsWith("CHECKOUT.ORDER.")) {
    const { data: order } = OrderResource.safeParse(resource);
    return order ? { type, orderId: order.id, captureIds: [], refund: null } : null;
  }
  const { data: payment } = PaymentResource.safeParse(resource);
  return payment ? newsOfPayment(type, payment) : null;
};
