import { createHash, createHmac, randomBytes, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { PaymentFaultInjector } from "./payment-fault-injector.ts";
import { VerificationRequest } from "./request-schemas.ts";

export const FAKE_WEBHOOK_ID = "stand-in";

const MAX_KEPT_WEBHOOKS = 100;
const MAX_RETRIES = 4;
const FIRST_RETRY_DELAY_MS = 500;

interface SignedWebhook {
  transmissionId: string;
  time: string;
  /** The exact text of the event as it is sent. */
  event: string;
}

/**
 * The event is the last field of a verification request. It is compared as text, because the
 * signature covers its exact bytes.
 */
const EVENT_FIELD_PREFIX = '"webhook_event":';
const extractEvent = (body: string): string =>
  body.slice(body.indexOf(EVENT_FIELD_PREFIX) + EVENT_FIELD_PREFIX.length, body.lastIndexOf("}"));

/** Sends signed webhooks to the product and retries them, as PayPal does. */
export class WebhookSender {
  /** Target URL. If it is undefined, no webhooks are sent. */
  url: string | undefined;
  readonly sent: { headers: Record<string, string>; body: string }[] = [];
  readonly #secret = randomBytes(32);
  readonly #faults: PaymentFaultInjector;
  #late: string[] = [];

  constructor(faults: PaymentFaultInjector, url: string | undefined) {
    this.#faults = faults;
    this.url = url;
  }

  /** Returns whether a verification request contains a webhook that this fake has signed. */
  verify(body: string): boolean {
    const request = VerificationRequest.parse(JSON.parse(body));
    const { transmission_id: transmissionId, transmission_time: time } = request;
    const signature = this.#sign({ transmissionId, time, event: extractEvent(body) });
    return request.webhook_id === FAKE_WEBHOOK_ID && request.transmission_sig === signature;
  }

  send(payload: object): void {
    const event = JSON.stringify(payload);
    const { effect, delayMs } = this.#faults.take("webhook");
    if (effect === "lose") return;
    if (effect === "late") return void this.#late.push(event);
    const events = [event, ...(effect === "twice" ? [event] : []), ...this.#late.splice(0)];
    void this.#deliver(events, delayMs, effect === "forge");
  }

  /**
   * Signs with an HMAC. PayPal signs with a certificate, but here only `verify` checks the
   * signature.
   */
  #sign({ transmissionId, time, event }: SignedWebhook): string {
    const digest = createHash("sha256").update(event).digest("hex");
    return createHmac("sha256", this.#secret)
      .update([transmissionId, time, FAKE_WEBHOOK_ID, digest].join("|"))
      .digest("base64");
  }

  async #deliver(events: string[], delayMs: number, isForged: boolean): Promise<void> {
    if (delayMs > 0) await pause(delayMs, undefined, { ref: false });
    for (const event of events) await this.#send(event, isForged);
  }

  async #send(event: string, isForged: boolean): Promise<void> {
    const transmissionId = randomUUID();
    const time = new Date().toISOString();
    const signature = isForged ? "forged" : this.#sign({ transmissionId, time, event });
    const headers = {
      "content-type": "application/json",
      "paypal-auth-algo": "SHA256withRSA",
      "paypal-cert-url": "https://api.stand-in.invalid/certs/stand-in",
      "paypal-transmission-id": transmissionId,
      "paypal-transmission-sig": signature,
      "paypal-transmission-time": time,
    };
    if (this.sent.push({ headers, body: event }) > MAX_KEPT_WEBHOOKS) this.sent.shift();
    for (let attempt = 0; attempt <= MAX_RETRIES && this.url !== undefined; attempt += 1) {
      const status = await fetch(this.url, { method: "POST", headers, body: event }).then(
        (answer) => answer.status,
        () => 0,
      );
      if (status >= 200 && status < 300) return;
      await pause(FIRST_RETRY_DELAY_MS * 2 ** attempt, undefined, { ref: false });
    }
  }
}
