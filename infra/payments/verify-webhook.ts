import { z } from "zod";
import { PayPalError } from "./paypal-error.ts";
import type { PayPalFetch } from "./paypal-fetch.ts";

export const SignatureHeaders = z.object({
  "paypal-auth-algo": z.string().max(100),
  "paypal-cert-url": z.url().max(500),
  "paypal-transmission-id": z.string().max(200),
  "paypal-transmission-sig": z.string().max(500),
  "paypal-transmission-time": z.string().max(100),
});
export type SignatureHeaders = z.infer<typeof SignatureHeaders>;

/**
 * Request body for verifying a webhook's signature. The event is inserted as received, because
 * serializing it again could change what was signed. Parsing it first ensures that it is one JSON
 * value and cannot add fields to the request.
 */
const buildVerificationBody = (
  headers: SignatureHeaders,
  webhookId: string,
  event: string,
): string => {
  JSON.parse(event);
  const fields = JSON.stringify({
    auth_algo: headers["paypal-auth-algo"],
    cert_url: headers["paypal-cert-url"],
    transmission_id: headers["paypal-transmission-id"],
    transmission_sig: headers["paypal-transmission-sig"],
    transmission_time: headers["paypal-transmission-time"],
    webhook_id: webhookId,
  });
  return `${fields.slice(0, -1)},"webhook_event":${event}}`;
};

/**
 * Asks PayPal whether a webhook's signature is valid. `body` is the exact text that was received.
 * False if no webhook is configured. Throws PayPalError.
 */
export const verifyWebhook = async (
  call: PayPalFetch,
  webhookId: string | undefined,
  headers: SignatureHeaders,
  body: string,
): Promise<boolean> => {
  if (webhookId === undefined) return false;
  const { verification_status: status } = await call({
    method: "POST",
    path: "/v1/notifications/verify-webhook-signature",
    body: buildVerificationBody(headers, webhookId, body),
    responseSchema: z.object({ verification_status: z.string() }),
  }).catch((err: unknown) => {
    // PayPal refuses to verify a malformed event. PayPal cannot have sent such an event.
    if (err instanceof PayPalError && err.isRefusal) return { verification_status: "FAILURE" };
    throw err;
  });
  return status === "SUCCESS";
};
