import { randomBytes } from "node:crypto";
import { z } from "zod";

const OrderMoney = z.strictObject({
  currency_code: z.string().length(3),
  value: z
    .string()
    .regex(/^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$/)
    .max(32),
});

/** The schema `order_request` of PayPal's Orders v2, reduced to fields that the product may send. */
export const OrderRequest = z.strictObject({
  intent: z.enum(["CAPTURE", "AUTHORIZE"]),
  purchase_units: z
    .array(
      z.strictObject({
        description: z.string().min(1).max(3000).optional(),
        custom_id: z.string().min(1).max(255).optional(),
        amount: OrderMoney,
      }),
    )
    .min(1)
    .max(10),
  application_context: z
    .strictObject({
      shipping_preference: z.enum(["GET_FROM_FILE", "NO_SHIPPING", "SET_PROVIDED_ADDRESS"]),
      user_action: z.enum(["CONTINUE", "PAY_NOW"]),
    })
    .partial()
    .optional(),
});
export type OrderRequest = z.infer<typeof OrderRequest>;
type CaptureFields = Pick<OrderRequest["purchase_units"][number], "amount" | "custom_id">;

const createId = (): string => randomBytes(9).toString("hex").slice(0, 17).toUpperCase();
export const getTimestamp = (): string => new Date().toISOString();
const createLink = (href: string, rel: string, method = "GET") => ({ href, rel, method });

/** Creates a capture in PayPal's form. */
export const createCapture = (
  base: string,
  { amount, custom_id }: CaptureFields,
  status: string,
) => {
  const id = createId();
  return {
    id,
    /** Tests may set any value. */
    status,
    status_details: status === "PENDING" ? { reason: "PENDING_REVIEW" } : undefined,
    amount,
    custom_id,
    final_capture: true,
    seller_protection: { status: "NOT_ELIGIBLE" },
    create_time: getTimestamp(),
    update_time: getTimestamp(),
    links: [createLink(`${base}/v2/payments/captures/${id}`, "self")],
  };
};
export type FakeCapture = ReturnType<typeof createCapture>;

/** Creates an order in PayPal's form (schema `order` of Orders v2). */
export const createOrder = (base: string, { intent, purchase_units: units }: OrderRequest) => {
  const id = createId();
  const self = `${base}/v2/checkout/orders/${id}`;
  return {
    id,
    intent,
    status: "CREATED",
    create_time: getTimestamp(),
    purchase_units: units.map((unit) => ({
      reference_id: "default",
      ...unit,
      payee: { email_address: "merchant@stand-in.invalid", merchant_id: "STANDINMERCHANT" },
      /** Refunds are set by tests. */
      payments: undefined as { captures: FakeCapture[]; refunds?: object[] } | undefined,
    })),
    links: [
      createLink(self, "self"),
      createLink(`${base}/checkout?token=${id}`, "approve"),
      createLink(`${self}/capture`, "capture", "POST"),
    ],
  };
};
export type FakeOrder = ReturnType<typeof createOrder>;

export const listCaptures = (order: FakeOrder | undefined): FakeCapture[] =>
  order?.purchase_units.flatMap(({ payments }) => payments?.captures ?? []) ?? [];
