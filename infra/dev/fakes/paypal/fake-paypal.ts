import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { createApiRoutes } from "./api-routes.ts";
import { FakeOrders } from "./fake-orders.ts";
import { PaymentFault, PaymentFaultInjector } from "./payment-fault-injector.ts";
import {
  runHandler,
  sendReply,
  NOT_FOUND_REPLY,
  type PayPalRoute,
  type RouteRequest,
  type RouteReply,
} from "./route.ts";
import { presentOrderEvent, presentError } from "./order-presenter.ts";
import { WebhookSender } from "./webhook-sender.ts";
import { createPayPalControlRoutes, createCheckoutRoutes } from "./checkout-routes.ts";

/** A fake of PayPal: Orders API v2, webhooks, the browser SDK and the approval window. */
export class FakePayPal {
  readonly faults = new PaymentFaultInjector();
  readonly webhooks: WebhookSender;
  readonly orders: FakeOrders;
  readonly #routes: PayPalRoute[];
  /**
   * Responses by request id. A repeated request gets the same response and has no second effect.
   */
  readonly #answers = new Map<string, RouteReply>();

  constructor(origin: string, webhookUrl: string | undefined) {
    const base = `${origin}/paypal`;
    this.webhooks = new WebhookSender(this.faults, webhookUrl);
    this.orders = new FakeOrders((event) => this.webhooks.send(presentOrderEvent(base, event)));
    this.#routes = [
      ...createApiRoutes(base, this.orders, this.webhooks),
      ...createCheckoutRoutes(origin, base, this.orders),
      ...createPayPalControlRoutes(base, this),
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
    sendReply(response, NOT_FOUND_REPLY);
  }

  async #answerBy(
    { place, handle }: PayPalRoute,
    question: RouteRequest,
    response: ServerResponse,
  ): Promise<void> {
    const fault = place ? this.faults.take(place) : PaymentFault.parse({ at: "token" });
    if (fault.effect === "unreached") return void response.socket?.resetAndDestroy();
    const reply =
      fault.effect === "status"
        ? { status: fault.status, body: presentError("INTERNAL_SERVER_ERROR", "Something broke.") }
        : runHandler(() => this.#once(question, () => handle(question, fault)));
    if (fault.delayMs > 0) await pause(fault.delayMs, undefined, { ref: false });
    if (fault.effect === "drop") return void response.socket?.resetAndDestroy();
    sendReply(response, reply);
  }

  #once({ request, url }: RouteRequest, handle: () => RouteReply): RouteReply {
    const requestId = request.headers["paypal-request-id"];
    if (requestId === undefined) return handle();
    const key = `${url.pathname} ${String(requestId)}`;
    const cached = this.#answers.get(key);
    const reply = cached ?? runHandler(handle);
    this.#answers.set(key, reply);
    return cached?.status === 201 ? { ...cached, status: 200 } : reply;
  }
}
