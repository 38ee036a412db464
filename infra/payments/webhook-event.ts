import { z } from "zod";
import { Money } from "./order.ts";

/** What PayPal tells of an order: the resource is the order itself. */
const OrderResource = z.object({ id: z.string() });

/** What PayPal tells of a payment: the resource is the capture (or refund), and may name its order. */
const PaymentResource = z.object({
  id: z.string(),
  amount: Money.optional().catch(undefined),
  supplementary_data: z
    .object({ related_ids: z.object({ order_id: z.string().optional() }).optional() })
    .optional(),
  /** A refund names the capture it is of by its address. */
  links: z
    .array(z.object({ rel: z.string(), href: z.string() }))
    .default([])
    .catch([]),
});
type PaymentResource = z.infer<typeof PaymentResource>;

const Event = z.object({ event_type: z.string(), resource: z.unknown() });

/** Money that went back. */
export interface Refund {
  id: string;
  /** Undefined where PayPal does not say: then it is all of it. */
  money: z.infer<typeof Money> | undefined;
}

export interface PaymentNews {
  type: string;
  /** Null where only the payment is named. */
  orderId: string | null;
  /** The payment, where it is one that is told of; of a refund, what may be its payment. */
  captureIds: string[];
  /** Credited money that went back. */
  refund: Refund | null;
}

const GONE_AGAIN = new Set(["PAYMENT.CAPTURE.REFUNDED", "PAYMENT.CAPTURE.REVERSED"]);

/** The payments that a refund names: the usual shape has nothing else. */
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

/** What a webhook tells of a payment; null for all that is none of our business. */
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
