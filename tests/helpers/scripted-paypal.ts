import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import type { PayPalConfig } from "#infra/service-config.ts";
import { listenLocally } from "./listen-locally.ts";

const ENDPOINTS = {
  token: /^POST \/v1\/oauth2\/token$/,
  create: /^POST \/v2\/checkout\/orders$/,
  read: /^GET \/v2\/checkout\/orders\//,
  capture: /^POST \/v2\/checkout\/orders\/[^/]+\/capture$/,
  verify: /^POST \/v1\/notifications\/verify-webhook-signature$/,
} as const;
type PayPalEndpoint = keyof typeof ENDPOINTS;

/**
 * A response: status and body. A string body is sent unchanged. `cut` breaks the connection, and
 * `silence` never answers. `when` delays the response, and `isCutShort` breaks it off after the
 * first bytes.
 */
export type ScriptedReply =
  | "cut"
  | "silence"
  | { status?: number; body?: unknown; when?: Promise<unknown>; isCutShort?: true };

interface RecordedPayPalRequest {
  place: PayPalEndpoint;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A PayPal server with scripted responses that records its requests. */
export interface ScriptedPayPal {
  access: PayPalConfig;
  /** Variables that point an API to this server. */
  variables: Record<string, string>;
  asked(place: PayPalEndpoint): RecordedPayPalRequest[];
  /** Queues the next responses for this request. The last one repeats. */
  says(place: PayPalEndpoint, ...replies: ScriptedReply[]): void;
  close(): Promise<void>;
}

export const createPayPalError = (issue: string, description = `It is ${issue}.`) => ({
  status: 422,
  body: { name: "UNPROCESSABLE_ENTITY", debug_id: "debug", details: [{ issue, description }] },
});

const TOKEN_REPLY = { body: { access_token: "a token", expires_in: 32_400 } };

export const startScriptedPayPal = async (): Promise<ScriptedPayPal> => {
  const asked: RecordedPayPalRequest[] = [];
  const queuedReplies = new Map<PayPalEndpoint, ScriptedReply[]>([["token", [TOKEN_REPLY]]]);
  const next = (place: PayPalEndpoint): ScriptedReply => {
    const replies = queuedReplies.get(place) ?? [];
    return (replies.length > 1 ? replies.shift() : replies[0]) ?? { status: 501 };
  };
  const findEndpoint = (line: string) =>
    (Object.keys(ENDPOINTS) as PayPalEndpoint[]).find((place) => ENDPOINTS[place].test(line));

  const server = createServer(async (request, response) => {
    const { method = "", url: path = "", headers } = request;
    const place = findEndpoint(`${method} ${path}`);
    if (!place) {
      response.writeHead(404).end();
      return;
    }
    asked.push({ place, path, headers, body: await text(request) });
    const reply = next(place);
    if (reply === "cut") request.socket.destroy();
    if (reply === "cut" || reply === "silence") return;
    const { status = 200, body = {}, when, isCutShort } = reply;
    await when;
    if (isCutShort) {
      response.writeHead(status, { "content-length": 100 });
      response.write("{", () => request.socket.destroy());
      return;
    }
    response.writeHead(status, { "content-type": "application/json" });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  const port = await listenLocally(server);
  const baseUrl = `http://127.0.0.1:${port}`;
  return {
    access: {
      clientId: "client",
      clientSecret: "secret",
      webhookId: "webhook",
      baseUrl,
      sdkUrl: undefined,
      isFake: false,
    },
    variables: {
      PAYPAL_CLIENT_ID: "client",
      PAYPAL_CLIENT_SECRET: "secret",
      PAYPAL_WEBHOOK_ID: "webhook",
      PAYPAL_BASE_URL: baseUrl,
    },
    asked: (place) => asked.filter((recorded) => recorded.place === place),
    says: (place, ...replies) => void queuedReplies.set(place, replies),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
};
