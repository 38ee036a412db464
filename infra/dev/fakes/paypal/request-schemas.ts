import { z } from "zod";

const OrderMoney = z.strictObject({
  currency_code: z.string().length(3),
  value: z
    .string()
    .regex(/^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$/)
    .max(32),
});
export type OrderMoney = z.infer<typeof OrderMoney>;

/**
 * The schema `order_request` of PayPal's Orders v2 API, reduced to the fields for digital goods.
 */
export const OrderRequest = z.strictObject({
  intent: z.enum(["CAPTURE", "AUTHORIZE"]),
  purchase_units: z
    .array(
      z.strictObject({
        reference_id: z.string().min(1).max(256).optional(),
        description: z.string().min(1).max(3000).optional(),
        custom_id: z.string().min(1).max(255).optional(),
        invoice_id: z.string().min(1).max(127).optional(),
        soft_descriptor: z.string().min(1).max(22).optional(),
        amount: OrderMoney,
      }),
    )
    .min(1)
    .max(10),
  application_context: z
    .strictObject({
      brand_name: z.string().max(127).optional(),
      landing_page: z.enum(["LOGIN", "GUEST_CHECKOUT", "NO_PREFERENCE", "BILLING"]).optional(),
      shipping_preference: z
        .enum(["GET_FROM_FILE", "NO_SHIPPING", "SET_PROVIDED_ADDRESS"])
        .optional(),
      user_action: z.enum(["CONTINUE", "PAY_NOW"]).optional(),
      return_url: z.url().optional(),
      cancel_url: z.url().optional(),
    })
    .optional(),
});
export type OrderRequest = z.infer<typeof OrderRequest>;

/** The schema `verify_webhook_signature` of PayPal's Webhooks API. */
export const VerificationRequest = z.strictObject({
  auth_algo: z.string().max(100),
  cert_url: z.url().max(500),
  transmission_id: z.string().max(50),
  transmission_sig: z.string().max(500),
  transmission_time: z.iso.datetime(),
  webhook_id: z.string().max(50),
  webhook_event: z.looseObject({}),
});
