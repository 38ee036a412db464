import express, { type Request, type RequestHandler, Router } from "express";
import { z } from "zod";
import { renderApprovalPage, renderWaitingPage } from "./approval-page.ts";
import { renderBrowserSdk } from "./browser-sdk.ts";
import { type FakePayPal, type PayPalReply, refuse } from "./fake-paypal.ts";
import { OrderAction, PayPalRefusal } from "./fake-orders.ts";
import { type FakeOrder, OrderRequest } from "./paypal-order.ts";

/** Tests use this client id for wrong credentials. */
const REJECTED_CLIENT_ID = "bad-key";
const ACCESS_TOKEN = "stand-in-token";
const TOKEN_LIFETIME_SECONDS = 32_400;

const issueToken = ({ headers }: Pick<Request, "headers">): PayPalReply => {
  const [, key = ""] = /^Basic (.+)$/.exec(headers.authorization ?? "") ?? [];
  const [client = ""] = Buffer.from(key, "base64").toString().split(":");
  if (client === "" || client === REJECTED_CLIENT_ID)
    return { status: 401, body: { error: "invalid_client" } };
  const token = { access_token: ACCESS_TOKEN, token_type: "Bearer" };
  return { status: 200, body: { ...token, expires_in: TOKEN_LIFETIME_SECONDS } };
};

const checkToken: RequestHandler = ({ headers }, response, next) => {
  if (headers.authorization === `Bearer ${ACCESS_TOKEN}`) return next();
  const refusal = new PayPalRefusal(401, "AUTHENTICATION_FAILURE", "Authentication failed.");
  response.status(401).json(refuse(refusal).body);
};

/** Routes of PayPal's server API, of a buyer's browser, and for tests. */
export const createPayPalRouter = (origin: string, paypal: FakePayPal): Router => {
  const { faults, orders, webhooks } = paypal;
  const getOrder = ({ params }: Request<{ id: string }>): FakeOrder => {
    const order = orders.find(params.id);
    if (order) return order;
    throw new PayPalRefusal(404, "RESOURCE_NOT_FOUND", "The specified resource does not exist.");
  };
  const api = Router()
    .post("/v1/oauth2/token", paypal.serve("token", issueToken))
    // The body stays text, because a webhook's signature covers its exact bytes.
    .use(checkToken, express.text({ type: () => true }))
    .post(
      "/v2/checkout/orders",
      paypal.serve("create", ({ body }) => ({
        status: 201,
        body: orders.create(OrderRequest.parse(JSON.parse(body))),
      })),
    )
    .get(
      "/v2/checkout/orders/:id",
      paypal.serve("read", (request) => ({ status: 200, body: getOrder(request) })),
    )
    .post(
      "/v2/checkout/orders/:id/capture",
      paypal.serve("capture", (request, { effect }) => ({
        status: 201,
        body: orders.capture(getOrder(request), effect),
      })),
    )
    .post(
      "/v1/notifications/verify-webhook-signature",
      paypal.serve("verify", ({ body }) => ({
        status: 200,
        body: { verification_status: webhooks.verify(body) ? "SUCCESS" : "FAILURE" },
      })),
    );
  const browser = Router()
    .get("/sdk/js", (_request, response) => {
      response.type("js").send(renderBrowserSdk(origin));
    })
    .get("/checkout", ({ query }, response) => {
      const { token } = query;
      const order = typeof token === "string" ? orders.find(token) : undefined;
      if (order) response.send(renderApprovalPage(order, query["declined"] !== undefined));
      else response.status(token === undefined ? 200 : 404).send(renderWaitingPage());
    })
    .post("/checkout/:id/:action", ({ params }, response) => {
      const order = orders.find(params.id);
      if (order) orders.act(order, OrderAction.parse(params.action));
      response.status(order ? 200 : 404).json({});
    });
  const control = Router()
    .use("/faults", faults.createRoutes())
    .get("/orders", (_request, response) => void response.json(orders.all()))
    .post("/webhook-url", express.json({ type: () => true }), ({ body }, response) => {
      webhooks.url = z.object({ url: z.url() }).parse(body).url;
      response.json({});
    });
  return Router().use("/paypal", browser, api).use("/__paypal", control);
};
