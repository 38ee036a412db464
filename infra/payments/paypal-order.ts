import { z } from "zod";
import {
  CAPTURE_STATUSES,
  ORDER_STATUSES,
  type PaymentOrder,
} from "#shared/domain/billing/payment.ts";

/** An amount in PayPal's API, converted to cents. */
export const PayPalMoney = z
  .object({ currency_code: z.string(), value: z.string().regex(/^\d+(\.\d{1,2})?$/) })
  .transform(({ currency_code: currency, value }) => ({
    currency,
    cents: Math.round(Number(value) * 100),
  }));

const PayPalCapture = z
  .object({
    id: z.string(),
    status: z.enum(CAPTURE_STATUSES).optional().catch(undefined),
    amount: PayPalMoney.nullable().catch(null),
    custom_id: z.string().optional(),
  })
  .transform(({ custom_id: purchaseId, status, ...capture }) => ({
    ...capture,
    status,
    purchaseId,
  }));

/** Statuses of refunds that moved no money. */
const VOID_REFUND_STATUSES = new Set(["FAILED", "CANCELLED"]);

export const isVoidRefund = (status: string | undefined): boolean =>
  status !== undefined && VOID_REFUND_STATUSES.has(status);

const PayPalRefund = z.object({
  id: z.string(),
  status: z.string().optional(),
  amount: PayPalMoney.optional().catch(undefined),
});

const PayPalPurchaseUnit = z
  .object({
    amount: PayPalMoney.nullish().catch(null),
    custom_id: z.string().optional(),
    payments: z
      .object({
        captures: z.array(PayPalCapture).default([]),
        refunds: z.array(PayPalRefund).default([]).catch([]),
      })
      .optional(),
  })
  .transform(({ amount, custom_id: purchaseId, payments }) => {
    const refunds = (payments?.refunds ?? [])
      .filter(({ status }) => !isVoidRefund(status))
      .map(({ id, amount: money }) => ({ id, money }));
    const captures = payments?.captures ?? [];
    return { amount, purchaseId, captures, ...(refunds.length > 0 && { refunds }) };
  });

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
