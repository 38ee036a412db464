import { z } from "zod";
import type { PayPalConfig } from "../service-config.ts";
import { PayPalOrder } from "./paypal-order.ts";
import { PayPalError } from "./paypal-error.ts";
import { createPayPalFetch } from "./paypal-fetch.ts";
import { type SignatureHeaders, verifyWebhook } from "./verify-webhook.ts";

/**
 * Identifies a purchase at PayPal. The time distinguishes equal ids if several databases share a
 * PayPal account.
 */
export interface PurchaseKey {
  id: number;
  createdAt: Date;
}

export interface CreateOrderInput {
  /** PayPal stores the purchase's id with the order and the capture. */
  purchase: PurchaseKey;
  /** Amount in cents. */
  amount: number;
  currency: string;
  description: string;
}

/** The part of PayPal's Orders API v2 that is used here. All methods may throw PayPalError. */
export interface PayPalClient {
  /** Returns the order's id. Repeating the call for the same purchase returns the same order. */
  createOrder(order: CreateOrderInput): Promise<string>;
  /** Returns null if PayPal no longer knows the order. */
  getOrder(id: string): Promise<PayPalOrder | null>;
  /**
   * Captures an approved order. Repeating the call with the same `attempt` captures nothing more.
   */
  captureOrder(id: string, purchase: PurchaseKey, attempt: number): Promise<PayPalOrder>;
  /**
   * Asks PayPal whether a webhook's signature is valid. `body` is the exact text that was received.
   */
  verifyWebhook(headers: SignatureHeaders, body: string): Promise<boolean>;
}

const formatDollars = (cents: number): string => (cents / 100).toFixed(2);

const buildIdempotencyKey = ({ id, createdAt }: PurchaseKey): string =>
  `${id}-${createdAt.getTime()}`;

const buildOrderBody = ({ purchase, amount, currency, description }: CreateOrderInput): string =>
  JSON.stringify({
    intent: "CAPTURE",
    purchase_units: [
      {
        custom_id: String(purchase.id),
        description,
        amount: { currency_code: currency, value: formatDollars(amount) },
      },
    ],
    // These settings apply to all ways of paying in PayPal's window.
    application_context: { shipping_preference: "NO_SHIPPING", user_action: "PAY_NOW" },
  });

export const createPayPalClient = (access: PayPalConfig, timeoutMs?: number): PayPalClient => {
  const call = createPayPalFetch(access, timeoutMs);
  const orderPath = (id: string) => `/v2/checkout/orders/${encodeURIComponent(id)}`;
  return {
    async createOrder(order) {
      const { id } = await call({
        method: "POST",
        path: "/v2/checkout/orders",
        requestId: `order-${buildIdempotencyKey(order.purchase)}`,
        body: buildOrderBody(order),
        responseSchema: z.object({ id: z.string() }),
      });
      return id;
    },
    getOrder: (id) =>
      call({ method: "GET", path: orderPath(id), responseSchema: PayPalOrder }).catch(
        (err: unknown) => {
          if (err instanceof PayPalError && err.status === 404) return null;
          throw err;
        },
      ),
    captureOrder: (id, purchase, attempt) =>
      call({
        method: "POST",
        path: `${orderPath(id)}/capture`,
        requestId: `capture-${buildIdempotencyKey(purchase)}-${attempt}`,
        body: "{}",
        responseSchema: PayPalOrder,
      }),
    verifyWebhook: (headers, body) => verifyWebhook(call, access.webhookId, headers, body),
  };
};
