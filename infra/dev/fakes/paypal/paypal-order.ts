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

/** Creates a capture in PayPal's form, with the fields that the product reads. */
export const createCapture = ({ amount, custom_id }: CaptureFields, status: string) => ({
  id: createId(),
  /** Tests may set any value. */
  status,
  amount,
  custom_id,
});
export type FakeCapture = ReturnType<typeof createCapture>;

/** Creates an order in PayPal's form, with the fields that the product reads. */
export const createOrder = ({ intent, purchase_units: units }: OrderRequest) => ({
  id: createId(),
  intent,
  status: "CREATED",
  purchase_units: units.map((unit) => ({
    ...unit,
    /** Refunds are set by tests. */
    payments: undefined as { captures: FakeCapture[]; refunds?: object[] } | undefined,
  })),
});
export type FakeOrder = ReturnType<typeof createOrder>;

export const listCaptures = (order: FakeOrder | undefined): FakeCapture[] =>
  order?.purchase_units.flatMap(({ payments }) => payments?.captures ?? []) ?? [];
