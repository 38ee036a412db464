import { once } from "node:events";
import type { AddressInfo } from "node:net";
import express from "express";
import { mapProviders, PROVIDERS, type Provider } from "#shared/domain/provider.ts";
import { createHostCheck, type AllowedHosts } from "#infra/http/host-check.ts";
import { createHttpServer } from "#infra/http/http-server.ts";
import { FakeSmtpServer } from "./email/fake-smtp-server.ts";
import { buildFakeUrl } from "./vendor-protocol.ts";
import { FaultQueue } from "./fault-queue.ts";
import { createModelRouter } from "./models/model-endpoint.ts";
import type { TokenPace } from "./models/paced-stream.ts";
import { openAiProtocol } from "./models/protocols/openai-protocol.ts";
import { MODERATION_ENDPOINT } from "./moderation/moderation-endpoint.ts";
import { FakePayPal } from "./paypal/fake-paypal.ts";
import { createPayPalRouter } from "./paypal/paypal-routes.ts";
import { RecordedRequests } from "./recorded-requests.ts";
import { createErrorHandler, createVendorRouter, type FakeContext } from "./vendor-api.ts";
import { Fault } from "./vendor-fault.ts";
import { createSpeechEndpoint } from "./voice/speech-endpoint.ts";
import { createVoicePool, type VoicePool } from "./voice/voice-pool.ts";

export interface FakeOptions extends Partial<TokenPace>, AllowedHosts {
  /** Factor on the speaking speed that a request asks for. Default: 1. */
  speechSpeed?: number;
  /** Threads that synthesize speech; closed together with the fakes. Default: a new pool. */
  pool?: VoicePool;
  /** Default: 0, which is any free port. */
  port?: number;
  /** SMTP port. Default: 0, which is any free port. */
  smtpPort?: number;
  /** Default: 127.0.0.1. */
  host?: string;
  webhookUrl?: string | undefined;
}

/** Running fakes. Addresses are base URLs in the form that the vendors' SDKs expect. */
export interface FakeServers extends FakeContext {
  port: number;
  baseUrls: Record<Provider, string>;
  ttsBaseUrl: string;
  moderationBaseUrl: string;
  paypal: FakePayPal;
  mail: FakeSmtpServer;
  smtpUrl: string;
  close(): Promise<void>;
}

/**
 * Idle connections stay open for 60 s, like those of vendors. The product closes its own after 55
 * s, so it never reuses one that is about to close.
 */
const KEEP_ALIVE_MS = 60_000;

/**
 * Starts fakes of all external services, by default on localhost and at the pace of a real model.
 */
export const startFakes = async (options: FakeOptions = {}): Promise<FakeServers> => {
  const { firstTokenMs = 400, tokensPerSecond = 60, speechSpeed = 1 } = options;
  const { pool = createVoicePool(), host = "127.0.0.1" } = options;
  const context = { faults: new FaultQueue(Fault), requests: new RecordedRequests() };
  const app = express().disable("x-powered-by").disable("etag");
  const server = createHttpServer(
    {
      servesHost: createHostCheck(options),
      server: { keepAliveTimeout: KEEP_ALIVE_MS },
      setPrototypes(request, response) {
        app.request = Object.setPrototypeOf(request, app.request);
        app.response = Object.setPrototypeOf(response, app.response);
      },
    },
    app,
  );
  const mail = new FakeSmtpServer();
  server.listen(options.port ?? 0, host);
  const [smtpPort] = await Promise.all([
    mail.listen(options.smtpPort ?? 0),
    once(server, "listening"),
  ]);
  const { port } = server.address() as AddressInfo; // a server on a port always has an AddressInfo
  const origin = `http://127.0.0.1:${port}`;
  const paypal = new FakePayPal(options.webhookUrl);

  const { faults, requests } = context;
  for (const provider of PROVIDERS)
    app.use(
      `/${provider}`,
      createModelRouter(provider, { firstTokenMs, tokensPerSecond }, context),
    );
  const voiceEndpoints = { "/audio/speech": createSpeechEndpoint(pool, speechSpeed) };
  const moderationEndpoints = { "/moderations": MODERATION_ENDPOINT };
  app
    .use("/tts/v1", createVendorRouter(openAiProtocol, context, voiceEndpoints))
    .use("/moderation/v1", createVendorRouter(openAiProtocol, context, moderationEndpoints))
    .use(createPayPalRouter(origin, paypal), mail.createRoutes())
    .use("/__faults", faults.createRoutes())
    .get("/__requests", (_request, response) => void response.json(requests.all()))
    // The fakes answer `/readyz` as API and worker do.
    .get("/readyz", (_request, response) => void response.json({ ready: true }))
    .use(createVendorRouter(openAiProtocol, context, {}), createErrorHandler(openAiProtocol));

  return {
    ...context,
    port,
    baseUrls: mapProviders((provider) => buildFakeUrl(provider, port)),
    ttsBaseUrl: `${origin}/tts/v1`,
    moderationBaseUrl: `${origin}/moderation/v1`,
    paypal,
    mail,
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await Promise.all([closed, pool.close(), mail.close()]);
    },
  };
};
