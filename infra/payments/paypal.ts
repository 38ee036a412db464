import { z } from "zod";
import type { PayPalAccess } from "../access.ts";
import { Order } from "./order.ts";
import { PayPalError } from "./paypal-error.ts";
import { createPayPalFetch } from "./paypal-fetch.ts";

/**
 * Key of a purchase. The time distinguishes purchases of several databases that share a PayPal
 * account.
 */
export interface PurchaseKey {
  id: number;
  createdAt: Date;
}

export interface NewOrder {
  /** PayPal stores its id with the order and the capture. */
  purchase: PurchaseKey;
  /** Cents. */
  amount: number;
  currency: string;
  description: string;
}

export const SignatureHeaders = z.object({
  "paypal-auth-algo": z.string().max(100),
  "paypal-cert-url": z.url().max(500),
  "paypal-transmission-id": z.string().max(200),
  "paypal-transmission-sig": z.string().max(500),
  "paypal-transmission-time": z.string().max(100),
});
type SignatureHeaders = z.infer<typeof SignatureHeaders>;

/** The part of PayPal's Orders API v2 that is used here. Every call may throw PayPalError. */
export interface PayPal {
  /** Idempotent per purchase. Returns the order's id. */
  createOrder(order: NewOrder): Promise<string>;
  /** Null if PayPal does not know the order any more. */
  getOrder(id: string): Promise<Order | null>;
  /** Captures an approved order; idempotent per `attempt`. */
  captureOrder(id: string, purchase: PurchaseKey, attempt: number): Promise<Order>;
  /** Verifies a webhook's signature with PayPal. `body` is the exact text that was received. */
  isGenuine(headers: SignatureHeaders, body: string): Promise<boolean>;
}

const dollars = (cents: number): string => (cents / 100).toFixed(2);

const requestKey = ({ id, createdAt }: PurchaseKey): string => `${id}-${createdAt.getTime()}`;

const newOrder = ({ purchase, amount, currency, description }: NewOrder): string =>
  JSON.stringify({
    intent: "CAPTURE",
    purchase_units: [
      {
        custom_id: String(purchase.id),
        description,
        amount: { currency_code: currency, value: dollars(amount) },
      },
    ],
    // Applies to all ways of paying in PayPal's window.
    application_context: { shipping_preference: "NO_SHIPPING", user_action: "PAY_NOW" },
  });

/**
 * Request body for verifying a signature. The event is inserted as received, because serializing it
 * again could change what was signed. Parsing it first ensures that it is one JSON value and cannot
 * add fields.
 */
const verification = (headers: SignatureHeaders, webhookId: string, event: string): string => {
  JSON.parse(event);
  const fields = JSON.stringify({
    auth_algo: headers["paypal-auth-algo"],
    cert_url: headers["paypal-cert-url"],
    transmission_id: headers["paypal-transmission-id"],
    transmission_sig: headers["paypal-transmission-sig"],
    transmission_time: headers["paypal-transmission-time"],
    webhook_id: webhookId,
  });
  return `${fields.slice(0, -1)},"webhook_event":${event}}`;
};

export const createPayPal = (access: PayPalAccess, patienceMs?: number): PayPal => {
  const call = createPayPalFetch(access, patienceMs);
  const orderPath = (id: string) => `/v2/checkout/orders/${encodeURIComponent(id)}`;
  return {
    async createOrder(order) {
      const { id } = await call({
        method: "POST",
        path: "/v2/checkout/orders",
        requestId: `order-${requestKey(order.purchase)}`,
        body: newOrder(order),
        answer: z.object({ id: z.string() }),
      });
      return id;
    },
    getOrder: (id) =>
      call({ method: "GET", path: orderPath(id), answer: Order }).catch((err: unknown) => {
        if (err instanceof PayPalError && err.status === 404) return null;
        throw err;
      }),
    captureOrder: (id, purchase, attempt) =>
      call({
        method: "POST",
        path: `${orderPath(id)}/capture`,
        requestId: `capture-${requestKey(purchase)}-${attempt}`,
        body: "{}",
        answer: Order,
      }),
    async isGenuine(headers, body) {
      if (access.webhookId === undefined) return false;
      const { verification_status: verdict } = await call({
        method: "POST",
        path: "/v1/notifications/verify-webhook-signature",
        body: verification(headers, access.webhookId, body),
        answer: z.object({ verification_status: z.string() }),
      }).catch((err: unknown) => {
        // PayPal rejects malformed events, which it cannot have sent.
        if (err instanceof PayPalError && err.isRefusal) return { verification_status: "FAILURE" };
        throw err;
      });
      return verdict === "SUCCESS";
    },
  };
};
