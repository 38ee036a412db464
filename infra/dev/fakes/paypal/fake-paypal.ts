import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Request, RequestHandler } from "express";
import { z } from "zod";
import { FaultQueue } from "../fault-queue.ts";
import { resetConnection } from "../vendor-api.ts";
import { FakeOrders, PayPalRefusal } from "./fake-orders.ts";
import { PaymentFault, type FaultPoint } from "./payment-fault.ts";
import { WebhookSender } from "./webhook-sender.ts";

export interface PayPalReply {
  status: number;
  body: object;
}
type Handle = (request: Request<{ id: string }>, fault: PaymentFault) => PayPalReply;

const INTERNAL_ERROR = new PayPalRefusal(500, "INTERNAL_SERVER_ERROR", "Something broke.");

export const refuse = ({ status, name, message, issue }: PayPalRefusal): PayPalReply => {
  const details = issue !== undefined && { details: [{ issue, description: message }] };
  const debugId = randomUUID().slice(0, 13);
  return { status, body: { name, message, debug_id: debugId, ...details } };
};

/** Returns what `handle` returns, or the reply to its error. */
const toReply = (handle: () => PayPalReply): PayPalReply => {
  try {
    return handle();
  } catch (err) {
    if (err instanceof PayPalRefusal) return refuse(err);
    if (!(err instanceof z.ZodError || err instanceof SyntaxError)) throw err;
    return refuse(new PayPalRefusal(400, "INVALID_REQUEST", err.message, "INVALID_PARAMETER"));
  }
};

/** A fake of PayPal: Orders API v2, webhooks, the browser SDK and the approval window. */
export class FakePayPal {
  readonly faults = new FaultQueue(PaymentFault);
  readonly webhooks: WebhookSender;
  readonly orders: FakeOrders;
  readonly #replies = new Map<string, PayPalReply>();

  constructor(webhookUrl: string | undefined) {
    this.webhooks = new WebhookSender(this.faults, webhookUrl);
    this.orders = new FakeOrders((event) => this.webhooks.send(event));
  }

  /** Creates the handler of an operation of the API, which applies the faults at this point. */
  serve(point: FaultPoint, handle: Handle): RequestHandler<{ id: string }> {
    return async (request, response) => {
      const fault = this.faults.take(({ at }) => at === point) ?? PaymentFault.parse({ at: point });
      if (fault.effect === "unreached") return resetConnection(response);
      const { status, body } =
        fault.effect === "status"
          ? { ...refuse(INTERNAL_ERROR), status: fault.status }
          : this.#replyOnce(request, () => handle(request, fault));
      if (fault.delayMs > 0) await pause(fault.delayMs, undefined, { ref: false });
      if (fault.effect === "drop") return resetConnection(response);
      response.status(status).json(body);
    };
  }

  /**
   * A request that repeats a `PayPal-Request-Id` on the same path has no second effect. It gets the
   * first reply again, with status 200 instead of 201.
   */
  #replyOnce(request: Request<{ id: string }>, handle: () => PayPalReply): PayPalReply {
    const requestId = request.get("paypal-request-id");
    if (requestId === undefined) return toReply(handle);
    const key = `${request.path} ${requestId}`;
    const known = this.#replies.get(key);
    if (known) return known.status === 201 ? { ...known, status: 200 } : known;
    const reply = toReply(handle);
    this.#replies.set(key, reply);
    return reply;
  }
}
