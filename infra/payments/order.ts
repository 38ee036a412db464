import { z } from "zod";

/** An amount as PayPal writes it; in cents. */
const Money = z
  .object({ currency_code: z.string(), value: z.string().regex(/^\d+(\.\d{1,2})?$/) })
  .transform(({ currency_code: currency, value }) => ({
    currency,
    cents: Math.round(Number(value) * 100),
  }));
export type Money = z.output<typeof Money>;

const Capture = z.object({
  id: z.string(),
  status: z.enum(["COMPLETED", "DECLINED", "PARTIALLY_REFUNDED", "PENDING", "REFUNDED", "FAILED"]),
  amount: Money,
  custom_id: z.string().optional(),
});
export type OrderCapture = z.output<typeof Capture>;

const PurchaseUnit = z.object({
  amount: Money.optional(),
  custom_id: z.string().optional(),
  payments: z.object({ captures: z.array(Capture).default([]) }).optional(),
});

/** An order of PayPal's Orders API v2, as far as we read it. */
export const Order = z.object({
  id: z.string(),
  status: z.enum([
    "CREATED",
    "SAVED",
    "APPROVED",
    "VOIDED",
    "COMPLETED",
    "PAYER_ACTION_REQUIRED",
    "PARTIALLY_COMPLETED",
    "PENDING_APPROVAL",
  ]),
  purchase_units: z.array(PurchaseUnit),
});
export type Order = z.output<typeof Order>;

export const capturesOf = ({ purchase_units: units }: Order): OrderCapture[] =>
  units.flatMap(({ payments }) => payments?.captures ?? []);
