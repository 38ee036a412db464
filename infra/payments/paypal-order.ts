import { z } from "zod";
import {
  CAPTURE_STATUSES,
  ORDER_STATUSES,
  type PaymentOrder,
} from "#shared/domain/billing/payment.ts";

/** An amount of PayPal's API, parsed into cents. */
export const PayPalMoney = z
  .object({ currency_code: z.string(), value: z.string().regex(/^\d+(\.\d{1,2})?$/) })
  .transform(({ currency_code: currency, value }) => ({
    currency,
    cents: Math.round(Number(value) * 100),
  }));

const PayPalCapture = z
  .object({
    id: z.string(),
    status: z.enum(CAPTURE_STATUSES),
    amount: PayPalMoney,
    custom_id: z.string().optional(),
  })
  .transform(({ custom_id: purchaseId, ...capture }) => ({ ...capture, purchaseId }));

const PayPalPurchaseUnit = z
  .object({
    amount: PayPalMoney.optional(),
    custom_id: z.string().optional(),
    payments: z.object({ captures: z.array(PayPalCapture).default([]) }).optional(),
  })
  .transform(({ amount, custom_id: purchaseId, payments }) => ({
    amount,
    purchaseId,
    captures: payments?.captures ?? [],
  }));

export const PayPalOrder = z
  .object({
    id: z.string(),
    status: z.enum(ORDER_STATUSES).optional().catch(undefined),
    purchase_units: z.array(PayPalPurchaseUnit),
  })
  .transform(({ id, status, purchase_units: units }): PaymentOrder & { id: string } => ({
    id,
    status,
    units,
  }));
export type PayPalOrder = z.output<typeof PayPalOrder>;
