import type { FakeOrders, FakeOrder } from "./fake-orders.ts";
import { type RouteHandler, NOT_FOUND_REPLY, type PayPalRoute, type RouteReply } from "./route.ts";
import { presentError, presentOrder } from "./order-presenter.ts";
import { OrderRequest } from "./request-schemas.ts";
import type { WebhookSender } from "./webhook-sender.ts";

/** Tests use this client id for wrong credentials. */
const REJECTED_CLIENT_ID = "bad-key";
const ACCESS_TOKEN = "stand-in-token";
const TOKEN_LIFETIME_SECONDS = 32_400;

const handleToken: RouteHandler = ({ request }) => {
  const [, key = ""] = /^Basic (.+)$/.exec(request.headers.authorization ?? "") ?? [];
  const [client = ""] = Buffer.from(key, "base64").toString().split(":");
  if (client === "" || client === REJECTED_CLIENT_ID)
    return { status: 401, body: { error: "invalid_client" } };
  const body = {
    access_token: ACCESS_TOKEN,
    token_type: "Bearer",
    expires_in: TOKEN_LIFETIME_SECONDS,
  };
  return { status: 200, body };
};

const requireToken =
  (handle: RouteHandler): RouteHandler =>
  (question, fault) =>
    question.request.headers.authorization === `Bearer ${ACCESS_TOKEN}`
      ? handle(question, fault)
      : { status: 401, body: presentError("AUTHENTICATION_FAILURE", "Authentication failed.") };

/** Routes of PayPal's server API. `base` is the URL under which the fake serves it. */
export const createApiRoutes = (
  base: string,
  orders: FakeOrders,
  webhooks: WebhookSender,
): PayPalRoute[] => {
  const view = (status: number, order: FakeOrder): RouteReply => ({
    status,
    body: presentOrder(base, order),
  });
  const create: RouteHandler = ({ body }) =>
    view(201, orders.create(OrderRequest.parse(JSON.parse(body))));
  const read: RouteHandler = ({ id }) => {
    const order = orders.find(id);
    return order ? view(200, order) : NOT_FOUND_REPLY;
  };
  const capture: RouteHandler = ({ id }, fault) => {
    const order = orders.find(id);
    return order ? view(201, orders.capture(order, fault)) : NOT_FOUND_REPLY;
  };
  const verify: RouteHandler = ({ body }) => ({
    status: 200,
    body: { verification_status: webhooks.verify(body) ? "SUCCESS" : "FAILURE" },
  });
  const order = String.raw`/paypal/v2/checkout/orders/(?<id>\w+)`;
  const verifying = /^POST \/paypal\/v1\/notifications\/verify-webhook-signature$/;
  return [
    { pattern: /^POST \/paypal\/v1\/oauth2\/token$/, place: "token", handle: handleToken },
    {
      pattern: /^POST \/paypal\/v2\/checkout\/orders$/,
      place: "create",
      handle: requireToken(create),
    },
    { pattern: new RegExp(`^GET ${order}$`), place: "read", handle: requireToken(read) },
    {
      pattern: new RegExp(`^POST ${order}/capture$`),
      place: "capture",
      handle: requireToken(capture),
    },
    { pattern: verifying, place: "verify", handle: requireToken(verify) },
  ];
};
