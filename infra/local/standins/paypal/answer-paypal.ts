import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { sendJson } from "../answer.ts";
import { approvalPage, waitingPage } from "./approval-window.ts";
import { browserSdk } from "./browser-sdk.ts";
import { ACTS, OrderBook, Refused, type StandinOrder } from "./order-book.ts";
import { PaymentFault, PaymentFaults, type Place } from "./payment-faults.ts";
import { eventView, failureView, orderView } from "./representations.ts";
import { OrderRequest } from "./requests.ts";
import { Webhooks } from "./webhooks.ts";

/** The one client that PayPal does not know. */
const BAD_CLIENT = "bad-key";
const TOKEN = "stand-in-token";
const TOKEN_SECONDS = 32_400;

interface Question {
  request: IncomingMessage;
  url: URL;
  body: string;
  /** What stands in the path, by the route's own groups. */
  id: string;
  act: string;
}

interface Reply {
  status: number;
  body: unknown;
  type?: "html" | "script";
}

type Handler = (question: Question, fault: PaymentFault) => Reply;

/** Where the stand-in for PayPal is found on its server. */
export const PAYPAL_PATH = "/paypal";

const TYPES = { html: "text/html; charset=utf-8", script: "text/javascript; charset=utf-8" };

const notFound: Reply = {
  status: 404,
  body: failureView("RESOURCE_NOT_FOUND", "The specified resource does not exist."),
};

const refusal = (err: unknown): Reply => {
  if (err instanceof Refused)
    return { status: 422, body: failureView("UNPROCESSABLE_ENTITY", err.message, err.issue) };
  if (err instanceof z.ZodError || err instanceof SyntaxError)
    return { status: 400, body: failureView("INVALID_REQUEST", err.message, "INVALID_PARAMETER") };
  throw err;
};

const attempt = (handle: () => Reply): Reply => {
  try {
    return handle();
  } catch (err) {
    return refusal(err);
  }
};

const deliver = (response: ServerResponse, { status, body, type }: Reply): void => {
  if (type === undefined) return sendJson(response, status, body);
  response.writeHead(status, { "content-type": TYPES[type], "cache-control": "no-store" });
  response.end(String(body));
};

/** PayPal on localhost: Orders v2, webhooks, the browser's script and the window it opens. */
export class StandinPayPal {
  readonly faults = new PaymentFaults();
  readonly webhooks: Webhooks;
  readonly orders: OrderBook;
  readonly #base: string;
  readonly #origin: string;
  /** Answers by request id: a repeated request is answered, and done no second time. */
  readonly #answers = new Map<string, Reply>();

  constructor(origin: string, webhookUrl: string | undefined) {
    this.#origin = origin;
    this.#base = origin + PAYPAL_PATH;
    this.webhooks = new Webhooks(this.faults, webhookUrl);
    this.orders = new OrderBook((news) => this.webhooks.tell(eventView(this.#base, news)));
  }

  async answer(request: IncomingMessage, url: URL, response: ServerResponse): Promise<void> {
    const body = await text(request);
    for (const [pattern, place, handle] of this.#routes()) {
      const found = pattern.exec(`${request.method} ${url.pathname}`);
      if (!found) continue;
      const { id = "", act = "" } = found.groups ?? {};
      return this.#answerAt(place, handle, { request, url, body, id, act }, response);
    }
    deliver(response, notFound);
  }

  async #answerAt(
    place: Place | null,
    handle: Handler,
    question: Question,
    response: ServerResponse,
  ): Promise<void> {
    const fault = place ? this.faults.take(place) : PaymentFault.parse({ at: "token" });
    if (fault.effect === "unreached") return void response.socket?.resetAndDestroy();
    const reply =
      fault.effect === "status"
        ? { status: fault.status, body: failureView("INTERNAL_SERVER_ERROR", "Something broke.") }
        : attempt(() => this.#once(question, () => handle(question, fault)));
    if (fault.delayMs > 0) await pause(fault.delayMs, undefined, { ref: false });
    if (fault.effect === "drop") return void response.socket?.resetAndDestroy();
    deliver(response, reply);
  }

  #once({ request, url }: Question, handle: () => Reply): Reply {
    const requestId = request.headers["paypal-request-id"];
    if (requestId === undefined) return handle();
    const key = `${url.pathname} ${String(requestId)}`;
    const known = this.#answers.get(key);
    const reply = known ?? attempt(handle);
    this.#answers.set(key, reply);
    return known?.status === 201 ? { ...known, status: 200 } : reply;
  }

  #routes(): [RegExp, Place | null, Handler][] {
    const order = String.raw`POST /__paypal/orders/(?<id>\w+)/(?<act>[\w-]+)`;
    return [
      [/^POST \/paypal\/v1\/oauth2\/token$/, "token", this.#token],
      [/^POST \/paypal\/v2\/checkout\/orders$/, "create", this.#known(this.#create)],
      [/^GET \/paypal\/v2\/checkout\/orders\/(?<id>\w+)$/, "read", this.#known(this.#read)],
      [
        /^POST \/paypal\/v2\/checkout\/orders\/(?<id>\w+)\/capture$/,
        "capture",
        this.#known(this.#capture),
      ],
      [
        /^POST \/paypal\/v1\/notifications\/verify-webhook-signature$/,
        "verify",
        this.#known(this.#verify),
      ],
      [/^GET \/paypal\/sdk\/js$/, null, this.#sdk],
      [/^GET \/paypal\/checkout$/, null, this.#window],
      [
        /^POST \/paypal\/checkout\/(?<id>\w+)\/(?<act>approve|approve-declined|cancel)$/,
        null,
        this.#act,
      ],
      [new RegExp(`^${order}$`), null, this.#act],
      [/^GET \/__paypal\/orders$/, null, () => ({ status: 200, body: this.orders.all() })],
      [/^POST \/__paypal\/faults$/, null, this.#addFaults],
      [/^POST \/__paypal\/webhook-url$/, null, this.#setWebhookUrl],
    ];
  }

  readonly #token: Handler = ({ request }) => {
    const [, key = ""] = /^Basic (.+)$/.exec(request.headers.authorization ?? "") ?? [];
    const [client = ""] = Buffer.from(key, "base64").toString().split(":");
    if (client === "" || client === BAD_CLIENT)
      return { status: 401, body: { error: "invalid_client" } };
    const body = { access_token: TOKEN, token_type: "Bearer", expires_in: TOKEN_SECONDS };
    return { status: 200, body };
  };

  /** For those who have a token. */
  #known(handle: Handler): Handler {
    return (question, fault) =>
      question.request.headers.authorization === `Bearer ${TOKEN}`
        ? handle(question, fault)
        : {
            status: 401,
            body: failureView("AUTHENTICATION_FAILURE", "Authentication failed."),
          };
  }

  #view(status: number, order: StandinOrder): Reply {
    return { status, body: orderView(this.#base, order) };
  }

  readonly #create: Handler = ({ body }) =>
    this.#view(201, this.orders.create(OrderRequest.parse(JSON.parse(body))));

  readonly #read: Handler = ({ id }) => {
    const order = this.orders.find(id);
    return order ? this.#view(200, order) : notFound;
  };

  readonly #capture: Handler = ({ id }, fault) => {
    const order = this.orders.find(id);
    return order ? this.#view(201, this.orders.capture(order, fault)) : notFound;
  };

  readonly #verify: Handler = ({ body }) => ({
    status: 200,
    body: { verification_status: this.webhooks.verify(body) ? "SUCCESS" : "FAILURE" },
  });

  readonly #sdk: Handler = ({ url }) =>
    url.searchParams.has("client-id")
      ? { status: 200, type: "script", body: browserSdk(this.#origin) }
      : { status: 400, type: "script", body: "throw new Error('client-id is missing');" };

  readonly #window: Handler = ({ url }) => {
    const token = url.searchParams.get("token");
    if (token === null) return { status: 200, type: "html", body: waitingPage() };
    const order = this.orders.find(token);
    if (!order) return { status: 404, type: "html", body: waitingPage() };
    const isDeclined = url.searchParams.has("declined");
    return { status: 200, type: "html", body: approvalPage(order, isDeclined) };
  };

  readonly #act: Handler = ({ id, act }) => {
    const order = this.orders.find(id);
    if (!order) return notFound;
    this.orders.act(order, z.enum(ACTS).parse(act));
    return this.#view(200, order);
  };

  readonly #addFaults: Handler = ({ body }) => {
    for (const fault of z.array(PaymentFault).parse(JSON.parse(body))) this.faults.next(fault);
    return { status: 200, body: {} };
  };

  readonly #setWebhookUrl: Handler = ({ body }) => {
    this.webhooks.url = z.object({ url: z.url() }).parse(JSON.parse(body)).url;
    return { status: 200, body: {} };
  };
}
