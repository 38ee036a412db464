import { PaymentFault } from "#infra/dev/fakes/paypal/payment-fault-injector.ts";
import type { TestBuyer } from "../helpers/purchase-harness.ts";
import { SEND_EMAIL_JOB, paymentAlert } from "./effect-lines.ts";
import { NO_EFFECTS, expectRefused, type ContractCase, contractCase } from "./contract-case.ts";
import type { ApiEffectsHarness } from "./api-effects-harness.ts";

const CAPTURE_FAULT = PaymentFault.parse({ at: "capture" });
const CREDITED_EFFECTS = ["credits:updated (10) → owner", SEND_EMAIL_JOB];

const approved = async ({ shop, owner }: ApiEffectsHarness): Promise<TestBuyer> => {
  const buyer = await shop.order(owner);
  shop.act(buyer, "approve");
  return buyer;
};
const credited = async (site: ApiEffectsHarness): Promise<TestBuyer> => {
  const buyer = await approved(site);
  await site.shop.capture(buyer);
  return buyer;
};
const payment = ({ orderId }: TestBuyer) => ({
  id: "PAYMENT",
  supplementary_data: { related_ids: { order_id: orderId } },
});
const goingTo = ({ shop }: ApiEffectsHarness, effect: "decline" | "pending" | "wrong-amount") =>
  shop.paypal.faults.next({ at: "capture", effect });

export const PURCHASE_ACTS_TABLE: readonly ContractCase<ApiEffectsHarness>[] = [
  contractCase(
    "order a pack of credits",
    NO_EFFECTS,
    async ({ shop, owner }) =>
      () =>
        shop.order(owner),
  ),

  contractCase(
    "cancel an order, resume it, cancel it again and dismiss it",
    NO_EFFECTS,
    async (site) => {
      const buyer = await site.shop.order(site.owner);
      return async () => {
        for (const act of ["cancel", "resume", "cancel", "dismiss"] as const)
          await site.shop.change(buyer, act);
      };
    },
  ),
  contractCase("pay an order", CREDITED_EFFECTS, async (site) => {
    const buyer = await approved(site);
    return () => site.shop.capture(buyer);
  }),
  contractCase("pay a paid order", NO_EFFECTS, async (site) => {
    const buyer = await credited(site);
    return () => site.shop.capture(buyer);
  }),
  contractCase(
    "capture an order that is not approved",
    expectRefused(409),
    async ({ shop, owner }) => {
      const buyer = await shop.order(owner);
      return () => shop.capture(buyer);
    },
  ),
  contractCase("are declined", expectRefused(422), async (site) => {
    const buyer = await approved(site);
    goingTo(site, "decline");
    return () => site.shop.capture(buyer);
  }),
  contractCase("pay with a payment that stays pending", NO_EFFECTS, async (site) => {
    const buyer = await approved(site);
    goingTo(site, "pending");
    return () => site.shop.capture(buyer);
  }),
  contractCase(
    "pay another amount than agreed",
    [...expectRefused(409), paymentAlert("amount or currency differ from what was agreed")],
    async (site) => {
      const buyer = await approved(site);
      goingTo(site, "wrong-amount");
      return () => site.shop.capture(buyer);
    },
  ),
  contractCase(
    "capture another buyer's order",
    [...expectRefused(409), paymentAlert("an order was presented for another purchase")],
    async (site) => {
      const { orderId } = await site.shop.order(site.admin);
      const buyer = await approved(site);
      return () => site.shop.capture({ ...buyer, orderId });
    },
  ),

  contractCase("PayPal sends a webhook for an approved order", CREDITED_EFFECTS, async (site) => {
    const { orderId } = await approved(site);
    return () => site.shop.tell("CHECKOUT.ORDER.APPROVED", { id: orderId });
  }),
  contractCase("PayPal sends a webhook twice", NO_EFFECTS, async (site) => {
    const { orderId } = await credited(site);
    return () => site.shop.tell("CHECKOUT.ORDER.APPROVED", { id: orderId });
  }),
  contractCase("PayPal sends a webhook for a voided order", NO_EFFECTS, async ({ shop, owner }) => {
    const buyer = await shop.order(owner);
    shop.act(buyer, "void");
    return () => shop.tell("CHECKOUT.ORDER.VOIDED", { id: buyer.orderId });
  }),
  contractCase(
    "PayPal sends a webhook for a refund of credited money",
    ["credits:updated (5) → owner"],
    async (site) => {
      const buyer = await credited(site);
      const refund = { ...payment(buyer), amount: { currency_code: "USD", value: "5.99" } };
      return () => site.shop.tell("PAYMENT.CAPTURE.REFUNDED", refund);
    },
  ),
  contractCase(
    "PayPal sends a webhook for a refund whose amount cannot be read",
    [paymentAlert("an amount that went back (PAYMENT) cannot be read")],
    async (site) => {
      const buyer = await credited(site);
      return () => site.shop.tell("PAYMENT.CAPTURE.REFUNDED", payment(buyer));
    },
  ),
  contractCase(
    "PayPal sends a webhook for an unknown order",
    NO_EFFECTS,
    async ({ shop }) =>
      () => {
        return shop.tell("CHECKOUT.ORDER.APPROVED", { id: "UNKNOWN" });
      },
  ),
  contractCase(
    "PayPal sends a webhook for a payment of a deleted account",
    [paymentAlert("a payment of a deleted account is to be refunded")],
    async ({ shop, sql }) => {
      const buyer = await shop.order();
      shop.paypal.orders.capture(shop.act(buyer, "approve"), CAPTURE_FAULT);
      await sql("DELETE FROM users WHERE id = $1", [buyer.user.id]);
      return () => shop.tell("PAYMENT.CAPTURE.COMPLETED", payment(buyer));
    },
  ),

  contractCase("the reconciler finds an approved order", CREDITED_EFFECTS, async (site) => {
    const { transactionId } = await approved(site);
    return () => site.reconcile(transactionId);
  }),
  contractCase("the reconciler finds an order that is never paid", NO_EFFECTS, async (site) => {
    const buyer = await site.shop.order(site.owner);
    await site.shop.age(buyer, "4 days");
    return () => site.reconcile(buyer.transactionId);
  }),
  contractCase(
    "the reconciler finds a payment that stays pending for days",
    [paymentAlert("a payment has been on its way for days")],
    async (site) => {
      const buyer = await approved(site);
      goingTo(site, "pending");
      await site.shop.capture(buyer);
      await site.shop.age(buyer, "9 days");
      return () => site.reconcile(buyer.transactionId);
    },
  ),
  contractCase(
    "the reconciler gets no answer for days",
    [paymentAlert("a purchase cannot be settled")],
    async (site) => {
      const buyer = await site.shop.order(site.owner);
      await site.shop.age(buyer, "4 days");
      site.shop.paypal.faults.next({ at: "read", effect: "status", times: 2 });
      return () => site.reconcile(buyer.transactionId);
    },
  ),
];
