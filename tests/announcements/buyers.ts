import { PaymentFault } from "#infra/standins/paypal/payment-faults.ts";
import type { Buyer } from "../shop.ts";
import { MAIL, person } from "./lines.ts";
import { NOTHING, refused, type Row, row } from "./rows.ts";
import type { Site } from "./site.ts";

const TAKEN = PaymentFault.parse({ at: "capture" });
const CREDITED = ["credits:updated (10) → owner", MAIL];

const approved = async ({ shop, owner }: Site): Promise<Buyer> => {
  const buyer = await shop.order(owner);
  shop.act(buyer, "approve");
  return buyer;
};
const credited = async (site: Site): Promise<Buyer> => {
  const buyer = await approved(site);
  await site.shop.capture(buyer);
  return buyer;
};
const payment = ({ orderId }: Buyer) => ({
  id: "PAYMENT",
  supplementary_data: { related_ids: { order_id: orderId } },
});
const goingTo = ({ shop }: Site, effect: "decline" | "pending" | "wrong-amount") =>
  shop.paypal.faults.next({ at: "capture", effect });

export const BUYERS: readonly Row<Site>[] = [
  row(
    "order a pack of credits",
    NOTHING,
    async ({ shop, owner }) =>
      () =>
        shop.order(owner),
  ),

  row("cancel an order, resume it, cancel it again and dismiss it", NOTHING, async (site) => {
    const buyer = await site.shop.order(site.owner);
    return async () => {
      for (const act of ["cancel", "resume", "cancel", "dismiss"] as const)
        await site.shop.change(buyer, act);
    };
  }),
  row("pay an order", CREDITED, async (site) => {
    const buyer = await approved(site);
    return () => site.shop.capture(buyer);
  }),
  row("pay a paid order", NOTHING, async (site) => {
    const buyer = await credited(site);
    return () => site.shop.capture(buyer);
  }),
  row("capture an order that is not approved", refused(409), async ({ shop, owner }) => {
    const buyer = await shop.order(owner);
    return () => shop.capture(buyer);
  }),
  row("are declined", refused(422), async (site) => {
    const buyer = await approved(site);
    goingTo(site, "decline");
    return () => site.shop.capture(buyer);
  }),
  row("pay with a payment that stays pending", NOTHING, async (site) => {
    const buyer = await approved(site);
    goingTo(site, "pending");
    return () => site.shop.capture(buyer);
  }),
  row(
    "pay another amount than agreed",
    [...refused(409), person("amount or currency differ from what was agreed")],
    async (site) => {
      const buyer = await approved(site);
      goingTo(site, "wrong-amount");
      return () => site.shop.capture(buyer);
    },
  ),
  row(
    "capture another buyer's order",
    [...refused(409), person("an order was presented for another purchase")],
    async (site) => {
      const { orderId } = await site.shop.order(site.admin);
      const buyer = await approved(site);
      return () => site.shop.capture({ ...buyer, orderId });
    },
  ),

  row("PayPal sends a webhook for an approved order", CREDITED, async (site) => {
    const { orderId } = await approved(site);
    return () => site.shop.tell("CHECKOUT.ORDER.APPROVED", { id: orderId });
  }),
  row("PayPal sends a webhook twice", NOTHING, async (site) => {
    const { orderId } = await credited(site);
    return () => site.shop.tell("CHECKOUT.ORDER.APPROVED", { id: orderId });
  }),
  row("PayPal sends a webhook for a voided order", NOTHING, async ({ shop, owner }) => {
    const buyer = await shop.order(owner);
    shop.act(buyer, "void");
    return () => shop.tell("CHECKOUT.ORDER.VOIDED", { id: buyer.orderId });
  }),
  row(
    "PayPal sends a webhook for a refund of credited money",
    ["credits:updated (5) → owner"],
    async (site) => {
      const buyer = await credited(site);
      return () => site.shop.tell("PAYMENT.CAPTURE.REFUNDED", payment(buyer));
    },
  ),
  row("PayPal sends a webhook for an unknown order", NOTHING, async ({ shop }) => () => {
    return shop.tell("CHECKOUT.ORDER.APPROVED", { id: "UNKNOWN" });
  }),
  row(
    "PayPal sends a webhook for a payment of a deleted account",
    [person("a payment of a deleted account is to be refunded")],
    async ({ shop, sql }) => {
      const buyer = await shop.order();
      shop.paypal.orders.capture(shop.act(buyer, "approve"), TAKEN);
      await sql("DELETE FROM users WHERE id = $1", [buyer.user.id]);
      return () => shop.tell("PAYMENT.CAPTURE.COMPLETED", payment(buyer));
    },
  ),

  row("the reconciler finds an approved order", CREDITED, async (site) => {
    const { transactionId } = await approved(site);
    return () => site.reconcile(transactionId);
  }),
  row("the reconciler finds an order that is never paid", NOTHING, async (site) => {
    const buyer = await site.shop.order(site.owner);
    await site.shop.age(buyer, "4 days");
    return () => site.reconcile(buyer.transactionId);
  }),
  row(
    "the reconciler finds a payment that stays pending for days",
    [person("a payment has been on its way for days")],
    async (site) => {
      const buyer = await approved(site);
      goingTo(site, "pending");
      await site.shop.capture(buyer);
      await site.shop.age(buyer, "9 days");
      return () => site.reconcile(buyer.transactionId);
    },
  ),
  row(
    "the reconciler gets no answer for days",
    [person("a purchase cannot be settled")],
    async (site) => {
      const buyer = await site.shop.order(site.owner);
      await site.shop.age(buyer, "4 days");
      site.shop.paypal.faults.next({ at: "read", effect: "status", times: 2 });
      return () => site.reconcile(buyer.transactionId);
    },
  ),
];
