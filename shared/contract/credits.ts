import { z } from "zod";
import { CREDIT_PACKS, CURRENCY, PURCHASE_STATUSES } from "../domain/credit.ts";
import { Id, Instant } from "./primitives.ts";

export const Credits = z.object({ credits: z.int().min(0) });
export type Credits = z.infer<typeof Credits>;

export const Purchase = z.strictObject({
  packageIndex: z
    .int()
    .min(0, "There is no such package")
    .max(CREDIT_PACKS.length - 1, "There is no such package"),
});
export type Purchase = z.infer<typeof Purchase>;

const OrderId = z.string().regex(/^[\w-]{1,64}$/, "That is not an order");

export const OwnPurchase = z.strictObject({ transactionId: Id });
export type OwnPurchase = z.infer<typeof OwnPurchase>;

export const PurchaseAnswer = z.object({ orderId: OrderId, transactionId: Id });
export type PurchaseAnswer = z.infer<typeof PurchaseAnswer>;

export const Capture = z.strictObject({ orderId: OrderId, transactionId: Id });
export type Capture = z.infer<typeof Capture>;

/** `pending`: PayPal has not completed the payment yet; the credits are pushed later. */
export const CaptureAnswer = z.object({
  status: z.enum(["completed", "pending"]),
  credits: z.int().min(0),
});
export type CaptureAnswer = z.infer<typeof CaptureAnswer>;

export const Transaction = z.object({
  id: Id,
  credits: z.int().min(1),
  /** In cents. */
  amount: z.int().min(1),
  currency: z.literal(CURRENCY),
  status: z.enum(PURCHASE_STATUSES),
  paymentMethod: z.literal("paypal"),
  /** When the buyer cancelled; null if not, or if it was paid anyway. */
  cancelledAt: Instant.nullable(),
  canResume: z.boolean(),
  /** Whether it can be removed from the list. */
  canDismiss: z.boolean(),
  createdAt: Instant,
});
export type Transaction = z.infer<typeof Transaction>;
