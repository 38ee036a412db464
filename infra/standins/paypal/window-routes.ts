import { z } from "zod";
import { approvalPage, waitingPage } from "./approval-window.ts";
import { browserSdk } from "./browser-sdk.ts";
import { ACTS, type OrderBook } from "./order-book.ts";
import { PaymentFault, type PaymentFaults } from "./payment-faults.ts";
import { type Handler, notFound, type PayPalRoute } from "./reply.ts";
import { orderView } from "./representations.ts";
import type { Webhooks } from "./webhooks.ts";

const actOn =
  (base: string, orders: OrderBook): Handler =>
  ({ id, act }) => {
    const order = orders.find(id);
    if (!order) return notFound;
    orders.act(order, z.enum(ACTS).parse(act));
    return { status: 200, body: orderView(base, order) };
  };

/** Requests of a buyer's browser: the SDK, the approval window and its actions. */
export const windowRoutes = (origin: string, base: string, orders: OrderBook): PayPalRoute[] => {
  const sdk: Handler = ({ url }) =>
    url.searchParams.has("client-id")
      ? { status: 200, type: "script", body: browserSdk(origin) }
      : { status: 400, type: "script", body: "throw new Error('client-id is missing');" };
  const page: Handler = ({ url }) => {
    const token = url.searchParams.get("token");
    if (token === null) return { status: 200, type: "html", body: waitingPage() };
    const order = orders.find(token);
    if (!order) return { status: 404, type: "html", body: waitingPage() };
    const isDeclined = url.searchParams.has("declined");
    return { status: 200, type: "html", body: approvalPage(order, isDeclined) };
  };
  const act = String.raw`(?<id>\w+)/(?<act>approve|approve-declined|cancel)`;
  return [
    { pattern: /^GET \/paypal\/sdk\/js$/, handle: sdk },
    { pattern: /^GET \/paypal\/checkout$/, handle: page },
    { pattern: new RegExp(`^POST /paypal/checkout/${act}$`), handle: actOn(base, orders) },
  ];
};

interface Controlled {
  orders: OrderBook;
  webhooks: Webhooks;
  faults: PaymentFaults;
}

/** Test API: buyers' actions, faults, and the webhooks' address. */
export const controlRoutes = (
  base: string,
  { orders, webhooks, faults }: Controlled,
): PayPalRoute[] => {
  const addFaults: Handler = ({ body }) => {
    for (const fault of z.array(PaymentFault).parse(JSON.parse(body))) faults.next(fault);
    return { status: 200, body: {} };
  };
  const clearFaults: Handler = () => {
    faults.clear();
    return { status: 200, body: {} };
  };
  const setWebhookUrl: Handler = ({ body }) => {
    webhooks.url = z.object({ url: z.url() }).parse(JSON.parse(body)).url;
    return { status: 200, body: {} };
  };
  return [
    {
      pattern: /^POST \/__paypal\/orders\/(?<id>\w+)\/(?<act>[\w-]+)$/,
      handle: actOn(base, orders),
    },
    { pattern: /^GET \/__paypal\/orders$/, handle: () => ({ status: 200, body: orders.all() }) },
    { pattern: /^POST \/__paypal\/faults$/, handle: addFaults },
    { pattern: /^DELETE \/__paypal\/faults$/, handle: clearFaults },
    { pattern: /^POST \/__paypal\/webhook-url$/, handle: setWebhookUrl },
  ];
};
