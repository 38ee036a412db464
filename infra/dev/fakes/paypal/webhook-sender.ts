import { createHash, createHmac, randomBytes, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import type { FaultQueue } from "../fault-queue.ts";
import type { PaymentFault } from "./payment-fault.ts";

/** The schema `verify_webhook_signature` of PayPal's Webhooks API. */
const VerificationRequest = z.strictObject({
  auth_algo: z.string().max(100),
  cert_url: z.url().max(500),
  transmission_id: z.string().max(50),
  transmission_sig: z.string().max(500),
  transmission_time: z.iso.datetime(),
  webhook_id: z.string().max(50),
  webhook_event: z.looseObject({}),
});

const FAKE_WEBHOOK_ID = "stand-in";

const MAX_KEPT_WEBHOOKS = 100;
const MAX_RETRIES = 4;
const FIRST_RETRY_DELAY_MS = 500;

/**
 * The event is the last field of a verification request. It is compared as text, because the
 * signature covers its exact bytes.
 */
const EVENT_FIELD_PREFIX = '"webhook_event":';
const extractEvent = (body: string): string =>
  body.slice(body.indexOf(EVENT_FIELD_PREFIX) + EVENT_FIELD_PREFIX.length, body.lastIndexOf("}"));

/** Sends signed webhooks to the product and retries them, as PayPal does. */
export class WebhookSender {
  readonly sent: { headers: Record<string, string>; body: string }[] = [];
  readonly #secret = randomBytes(32);
  #late: string[] = [];

  /** If the target `url` is undefined, no webhooks are sent. */
  constructor(
    private readonly faults: FaultQueue<typeof PaymentFault>,
    public url: string | undefined,
  ) {}

  /** Returns whether a verification request contains a webhook that this fake has signed. */
  verify(body: string): boolean {
    const request = VerificationRequest.parse(JSON.parse(body));
    const { transmission_id: id, transmission_time: time, transmission_sig: signature } = request;
    return (
      request.webhook_id === FAKE_WEBHOOK_ID &&
      signature === this.#sign(id, time, extractEvent(body))
    );
  }

  send(payload: object): void {
    const event = JSON.stringify(payload);
    const fault = this.faults.take(({ at }) => at === "webhook");
    const { effect = "none", delayMs = 0 } = fault ?? {};
    if (effect === "lose") return;
    if (effect === "late") return void this.#late.push(event);
    const events = [event, ...(effect === "twice" ? [event] : []), ...this.#late.splice(0)];
    void this.#deliver(events, delayMs, effect === "forge");
  }

  /**
   * Signs with an HMAC. PayPal signs with a certificate, but here only `verify` checks the
   * signature.
   */
  #sign(transmissionId: string, time: string, event: string): string {
    const digest = createHash("sha256").update(event).digest("hex");
    return createHmac("sha256", this.#secret)
      .update([transmissionId, time, FAKE_WEBHOOK_ID, digest].join("|"))
      .digest("base64");
  }

  async #deliver(events: string[], delayMs: number, isForged: boolean): Promise<void> {
    if (delayMs > 0) await pause(delayMs, undefined, { ref: false });
    for (const event of events) await this.#send(event, isForged);
  }

  async #send(body: string, isForged: boolean): Promise<void> {
    const transmissionId = randomUUID();
    const time = new Date().toISOString();
    const headers = {
      "content-type": "application/json",
      "paypal-auth-algo": "SHA256withRSA",
      "paypal-cert-url": "https://api.stand-in.invalid/certs/stand-in",
      "paypal-transmission-id": transmissionId,
      "paypal-transmission-sig": isForged ? "forged" : this.#sign(transmissionId, time, body),
      "paypal-transmission-time": time,
    };
    if (this.sent.push({ headers, body }) > MAX_KEPT_WEBHOOKS) this.sent.shift();
    for (let attempt = 0; attempt <= MAX_RETRIES && this.url !== undefined; attempt += 1) {
      const answer = await fetch(this.url, { method: "POST", headers, body }).catch(() => null);
      if (answer?.ok) return;
      await pause(FIRST_RETRY_DELAY_MS * 2 ** attempt, undefined, { ref: false });
    }
  }
}
