import type { TestBuyer } from "../helpers/purchase-harness.ts";
import { SEND_EMAIL_JOB, paymentAlert } from "./effect-lines.ts";
import { NO_EFFECTS, expectRefused, type ContractCase, contractCase } from "./contract-case.ts";
import type { ApiEffectsHarness } from "./api-effects-harness.ts";

const CREDITED_EFFECTS = ["credits:updated (10) → owner", SEND_EMAIL_JOB];

const approved = async ({ purchases, owner }: ApiEffectsHarness): Promise<TestBuyer> => {
  const buyer = await purchases.order(owner);
  purchases.act(buyer, "approve");
  return buyer;
};
const credited = async (harness: ApiEffectsHarness): Promise<TestBuyer> => {
  const buyer = await approved(harness);
  await harness.purchases.capture(buyer);
  return buyer;
};
const payment = ({ orderId }: TestBuyer) => ({
  id: "PAYMENT",
  supplementary_data: { related_ids: { order_id: orderId } },
});
const goingTo = (
  { purchases }: ApiEffectsHarness,
  effect: "decline" | "pending" | "wrong-amount",
) => purchases.paypal.faults.add({ at: "capture", effect });

export const PURCHASE_ACTS_TABLE: readonly ContractCase<ApiEffectsHarness>[] = [
  contractCase(
    "order a pack of credits",
    NO_EFFECTS,
    async ({ purchases, owner }) =>
      () =>
        purchases.order(owner),
  ),

  contractCase(
    "cancel an order, resume it, cancel it again and dismiss it",
    NO_EFFECTS,
    async (harness) => {
      const buyer = await harness.purchases.order(harness.owner);
      return async () => {
        for (const act of ["cancel", "resume", "cancel", "dismiss"] as const)
          await harness.purchases.change(buyer, act);
      };
    },
  ),
  contractCase("pay an order", CREDITED_EFFECTS, async (harness) => {
    const buyer = await approved(harness);
    return () => harness.purchases.capture(buyer);
  }),
  contractCase("pay a paid order", NO_EFFECTS, async (harness) => {
    const buyer = await credited(harness);
    return () => harness.purchases.capture(buyer);
  }),
  contractCase(
    "capture an order that is not approved",
    expectRefused(409),
    async ({ purchases, owner }) => {
      const buyer = await purchases.order(owner);
      return () => purchases.capture(buyer);
    },
  ),
  contractCase("are declined", expectRefused(422), async (harness) => {
    const buyer = await approved(harness);
    goingTo(harness, "decline");
    return () => harness.purchases.capture(buyer);
  }),
  contractCase("pay with a payment that stays pending", NO_EFFECTS, async (harness) => {
    const buyer = await approved(harness);
    goingTo(harness, "pending");
    return () => harness.purchases.capture(buyer);
  }),
  contractCase(
    "pay another amount than agreed",
    [...expectRefused(409), paymentAlert("amount or currency differ from what was agreed")],
    async (harness) => {
      const buyer = await approved(harness);
      goingTo(harness, "wrong-amount");
      return () => harness.purchases.capture(buyer);
    },
  ),
  contractCase(
    "capture another buyer's order",
    [...expectRefused(409), paymentAlert("an order was presented for another purchase")],
    async (harness) => {
      const { orderId } = await harness.purchases.order(harness.admin);
      const buyer = await approved(harness);
      return () => harness.purchases.capture({ ...buyer, orderId });
    },
  ),

  contractCase(
    "PayPal sends a webhook for an approved order",
    CREDITED_EFFECTS,
    async (harness) => {
      const { orderId } = await approved(harness);
      return () => harness.purchases.postWebhook("CHECKOUT.ORDER.APPROVED", { id: orderId });
    },
  ),
  contractCase("PayPal sends a webhook twice", NO_EFFECTS, async (harness) => {
    const { orderId } = await credited(harness);
    return () => harness.purchases.postWebhook("CHECKOUT.ORDER.APPROVED", { id: orderId });
  }),
  contractCase(
    "PayPal sends a webhook for a voided order",
    NO_EFFECTS,
    async ({ purchases, owner }) => {
      const buyer = await purchases.order(owner);
      purchases.act(buyer, "void");
      return () => purchases.postWebhook("CHECKOUT.ORDER.VOIDED", { id: buyer.orderId });
    },
  ),
  contractCase(
    "PayPal sends a webhook for a refund of credited money",
    ["credits:updated (5) → owner"],
    async (harness) => {
      const buyer = await credited(harness);
      const refund = { ...payment(buyer), amount: { currency_code: "USD", value: "5.99" } };
      return () => harness.purchases.postWebhook("PAYMENT.CAPTURE.REFUNDED", refund);
    },
  ),
  contractCase(
    "PayPal sends a webhook for a refund whose amount cannot be read",
    [paymentAlert("an amount that went back (PAYMENT) cannot be read")],
    async (harness) => {
      const buyer = await credited(harness);
      return () => harness.purchases.postWebhook("PAYMENT.CAPTURE.REFUNDED", payment(buyer));
    },
  ),
  contractCase(
    "PayPal sends a webhook for an unknown order",
    NO_EFFECTS,
    async ({ purchases }) =>
      () => {
        return purchases.postWebhook("CHECKOUT.ORDER.APPROVED", { id: "UNKNOWN" });
      },
  ),
  contractCase(
    "PayPal sends a webhook for a payment of a deleted account",
    [paymentAlert("a payment of a deleted account is to be refunded")],
    async ({ purchases, sql }) => {
      const buyer = await purchases.order();
      purchases.paypal.orders.capture(purchases.act(buyer, "approve"));
      await sql("DELETE FROM users WHERE id = $1", [buyer.user.id]);
      return () => purchases.postWebhook("PAYMENT.CAPTURE.COMPLETED", payment(buyer));
    },
  ),

  contractCase("the reconciler finds an approved order", CREDITED_EFFECTS, async (harness) => {
    const { transactionId } = await approved(harness);
    return () => harness.reconcile(transactionId);
  }),
  contractCase("the reconciler finds an order that is never paid", NO_EFFECTS, async (harness) => {
    const buyer = await harness.purchases.order(harness.owner);
    await harness.purchases.age(buyer, "4 days");
    return () => harness.reconcile(buyer.transactionId);
  }),
  contractCase(
    "the reconciler finds a payment that stays pending for days",
    [paymentAlert("a payment has been on its way for days")],
    async (harness) => {
      const buyer = await approved(harness);
      goingTo(harness, "pending");
      await harness.purchases.capture(buyer);
      await harness.purchases.age(buyer, "9 days");
      return () => harness.reconcile(buyer.transactionId);
    },
  ),
  contractCase(
    "the reconciler gets no answer for days",
    [paymentAlert("a purchase cannot be settled")],
    async (harness) => {
      const buyer = await harness.purchases.order(harness.owner);
      await harness.purchases.age(buyer, "4 days");
      harness.purchases.paypal.faults.add({ at: "read", effect: "status", times: 2 });
      return () => harness.reconcile(buyer.transactionId);
    },
  ),
];
