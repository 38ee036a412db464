import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { apiRoutes } from "./api-routes.ts";
import { OrderBook } from "./order-book.ts";
import { PaymentFault, PaymentFaults } from "./payment-faults.ts";
import {
  attempt,
  deliver,
  notFound,
  type PayPalRoute,
  type Question,
  type Reply,
} from "./reply.ts";
import { eventView, failureView } from "./representations.ts";
import { Webhooks } from "./webhooks.ts";
import { controlRoutes, windowRoutes } from "./window-routes.ts";

/** Fake PayPal: Orders API v2, webhooks, the browser SDK and the approval window. */
export class StandinPayPal {
  readonly faults = new PaymentFaults();
  readonly webhooks: Webhooks;
  readonly orders: OrderBook;
  readonly #routes: PayPalRoute[];
  /** Responses by request id, so that a repeated request has no second effect. */
  readonly #answers = new Map<string, Reply>();

  constructor(origin: string, webhookUrl: string | undefined) {
    const base = `${origin}/paypal`;
    this.webhooks = new Webhooks(this.faults, webhookUrl);
    this.orders = new OrderBook((news) => this.webhooks.tell(eventView(base, news)));
    this.#routes = [
      ...apiRoutes(base, this.orders, this.webhooks),
      ...windowRoutes(origin, base, this.orders),
      ...controlRoutes(base, this),
    ];
  }

  async answer(request: IncomingMessage, url: URL, response: ServerResponse): Promise<void> {
    const body = await text(request);
    for (const route of this.#routes) {
      const found = route.pattern.exec(`${request.method} ${url.pathname}`);
      if (!found) continue;
      const { id = "", act = "" } = found.groups ?? {};
      return this.#answerBy(route, { request, url, body, id, act }, response);
    }
    deliver(response, notFound);
  }

  async #answerBy(
    { place, handle }: PayPalRoute,
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
}
