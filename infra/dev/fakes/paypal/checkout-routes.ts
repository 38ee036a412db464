import { z } from "zod";
import { renderApprovalPage, renderWaitingPage } from "./approval-page.ts";
import { renderBrowserSdk } from "./browser-sdk.ts";
import { ORDER_ACTIONS, type FakeOrders } from "./fake-orders.ts";
import { PaymentFault, type PaymentFaultInjector } from "./payment-fault-injector.ts";
import { type RouteHandler, NOT_FOUND_REPLY, type PayPalRoute } from "./route.ts";
import { presentOrder } from "./order-presenter.ts";
import type { WebhookSender } from "./webhook-sender.ts";

const createActionHandler =
  (base: string, orders: FakeOrders): RouteHandler =>
  ({ id, act }) => {
    const order = orders.find(id);
    if (!order) return NOT_FOUND_REPLY;
    orders.act(order, z.enum(ORDER_ACTIONS).parse(act));
    return { status: 200, body: presentOrder(base, order) };
  };

/** Routes for a buyer's browser: the SDK, the approval window and its actions. */
export const createCheckoutRoutes = (
  origin: string,
  base: string,
  orders: FakeOrders,
): PayPalRoute[] => {
  const sdk: RouteHandler = ({ url }) =>
    url.searchParams.has("client-id")
      ? { status: 200, type: "script", body: renderBrowserSdk(origin) }
      : { status: 400, type: "script", body: "throw new Error('client-id is missing');" };
  const page: RouteHandler = ({ url }) => {
    const token = url.searchParams.get("token");
    if (token === null) return { status: 200, type: "html", body: renderWaitingPage() };
    const order = orders.find(token);
    if (!order) return { status: 404, type: "html", body: renderWaitingPage() };
    const isDeclined = url.searchParams.has("declined");
    return { status: 200, type: "html", body: renderApprovalPage(order, isDeclined) };
  };
  const act = String.raw`(?<id>\w+)/(?<act>approve|approve-declined|cancel)`;
  return [
    { pattern: /^GET \/paypal\/sdk\/js$/, handle: sdk },
    { pattern: /^GET \/paypal\/checkout$/, handle: page },
    {
      pattern: new RegExp(`^POST /paypal/checkout/${act}$`),
      handle: createActionHandler(base, orders),
    },
  ];
};

interface ControlledFakes {
  orders: FakeOrders;
  webhooks: WebhookSender;
  faults: PaymentFaultInjector;
}

/** Routes for tests: actions of a buyer, faults, and the target URL of webhooks. */
export const createPayPalControlRoutes = (
  base: string,
  { orders, webhooks, faults }: ControlledFakes,
): PayPalRoute[] => {
  const addFaults: RouteHandler = ({ body }) => {
    for (const fault of z.array(PaymentFault).parse(JSON.parse(body))) faults.add(fault);
    return { status: 200, body: {} };
  };
  const clearFaults: RouteHandler = () => {
    faults.clear();
    return { status: 200, body: {} };
  };
  const setWebhookUrl: RouteHandler = ({ body }) => {
    webhooks.url = z.object({ url: z.url() }).parse(JSON.parse(body)).url;
    return { status: 200, body: {} };
  };
  return [
    {
      pattern: /^POST \/__paypal\/orders\/(?<id>\w+)\/(?<act>[\w-]+)$/,
      handle: createActionHandler(base, orders),
    },
    { pattern: /^GET \/__paypal\/orders$/, handle: () => ({ status: 200, body: orders.all() }) },
    { pattern: /^POST \/__paypal\/faults$/, handle: addFaults },
    { pattern: /^DELETE \/__paypal\/faults$/, handle: clearFaults },
    { pattern: /^POST \/__paypal\/webhook-url$/, handle: setWebhookUrl },
  ];
};
