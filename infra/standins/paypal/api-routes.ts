import type { OrderBook, StandinOrder } from "./order-book.ts";
import { type Handler, notFound, type PayPalRoute, type Reply } from "./reply.ts";
import { failureView, orderView } from "./representations.ts";
import { OrderRequest } from "./requests.ts";
import type { Webhooks } from "./webhooks.ts";

/** A client id that is refused, to test wrong credentials. */
const BAD_CLIENT = "bad-key";
const TOKEN = "stand-in-token";
const TOKEN_SECONDS = 32_400;

const giveToken: Handler = ({ request }) => {
  const [, key = ""] = /^Basic (.+)$/.exec(request.headers.authorization ?? "") ?? [];
  const [client = ""] = Buffer.from(key, "base64").toString().split(":");
  if (client === "" || client === BAD_CLIENT)
    return { status: 401, body: { error: "invalid_client" } };
  const body = { access_token: TOKEN, token_type: "Bearer", expires_in: TOKEN_SECONDS };
  return { status: 200, body };
};

const known =
  (handle: Handler): Handler =>
  (question, fault) =>
    question.request.headers.authorization === `Bearer ${TOKEN}`
      ? handle(question, fault)
      : { status: 401, body: failureView("AUTHENTICATION_FAILURE", "Authentication failed.") };

/** PayPal's server API, under `base`. */
export const apiRoutes = (base: string, orders: OrderBook, webhooks: Webhooks): PayPalRoute[] => {
  const view = (status: number, order: StandinOrder): Reply => ({
    status,
    body: orderView(base, order),
  });
  const create: Handler = ({ body }) =>
    view(201, orders.create(OrderRequest.parse(JSON.parse(body))));
  const read: Handler = ({ id }) => {
    const order = orders.find(id);
    return order ? view(200, order) : notFound;
  };
  const capture: Handler = ({ id }, fault) => {
    const order = orders.find(id);
    return order ? view(201, orders.capture(order, fault)) : notFound;
  };
  const verify: Handler = ({ body }) => ({
    status: 200,
    body: { verification_status: webhooks.verify(body) ? "SUCCESS" : "FAILURE" },
  });
  const order = String.raw`/paypal/v2/checkout/orders/(?<id>\w+)`;
  const verifying = /^POST \/paypal\/v1\/notifications\/verify-webhook-signature$/;
  return [
    { pattern: /^POST \/paypal\/v1\/oauth2\/token$/, place: "token", handle: giveToken },
    { pattern: /^POST \/paypal\/v2\/checkout\/orders$/, place: "create", handle: known(create) },
    { pattern: new RegExp(`^GET ${order}$`), place: "read", handle: known(read) },
    { pattern: new RegExp(`^POST ${order}/capture$`), place: "capture", handle: known(capture) },
    { pattern: verifying, place: "verify", handle: known(verify) },
  ];
};
