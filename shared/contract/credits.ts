import { z } from "zod";
import { CREDIT_PACKS, CURRENCY, PURCHASE_STATUSES } from "../domain/billing/credit.ts";
import { Id, Instant } from "./primitives.ts";

export const Credits = z.object({ credits: z.int().min(0) });
export type Credits = z.infer<typeof Credits>;

export const PurchaseRequest = z.strictObject({
  packageIndex: z
    .int()
    .min(0, "There is no such package")
    .max(CREDIT_PACKS.length - 1, "There is no such package"),
});
export type PurchaseRequest = z.infer<typeof PurchaseRequest>;

const OrderId = z.string().regex(/^[\w-]{1,64}$/, "Invalid order id");

export const PurchaseReference = z.strictObject({ transactionId: Id });
export type PurchaseReference = z.infer<typeof PurchaseReference>;

export const PurchaseResponse = z.object({ orderId: OrderId, transactionId: Id });
export type PurchaseResponse = z.infer<typeof PurchaseResponse>;

export const CaptureRequest = z.strictObject({ orderId: OrderId, transactionId: Id });
export type CaptureRequest = z.infer<typeof CaptureRequest>;

/**
 * `pending` means that PayPal has not completed the payment yet. The page gets the credits later,
 * by an event.
 */
export const CaptureResponse = z.object({
  status: z.enum(["completed", "pending"]),
  credits: z.int().min(0),
});
export type CaptureResponse = z.infer<typeof CaptureResponse>;

export const Transaction = z.object({
  id: Id,
  credits: z.int().min(1),
  /** In cents. */
  amount: z.int().min(1),
  currency: z.literal(CURRENCY),
  status: z.enum(PURCHASE_STATUSES),
  paymentMethod: z.literal("paypal"),
  /** When the buyer cancelled. Null if the buyer did not cancel, or paid in the end. */
  cancelledAt: Instant.nullable(),
  canResume: z.boolean(),
  /** Whether the buyer can remove the purchase from the list. */
  canDismiss: z.boolean(),
  createdAt: Instant,
});
export type Transaction = z.infer<typeof Transaction>;
