import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { z } from "zod";
import {
  mapProviders,
  PROVIDER_DEFINITIONS,
  PROVIDERS,
  type Provider,
} from "#shared/domain/provider.ts";
import { createHostCheck, type AllowedHosts } from "#infra/http/host-check.ts";
import { createHttpServer } from "#infra/http/http-server.ts";
import { hasValidKey, sendError, sendJson } from "./responses.ts";
import { handleCompletion, type FakeModelDeps } from "./models/handle-completion.ts";
import { Fault, FaultInjector } from "./fault-injector.ts";
import { FakeSmtpServer } from "./email/fake-smtp-server.ts";
import type { TokenPace } from "./models/paced-stream.ts";
import { handleModeration, type FakeModerationDeps } from "./moderation/handle-moderation.ts";
import { FakePayPal } from "./paypal/fake-paypal.ts";
import { buildFakeUrl } from "./fake-url.ts";
import { RecordedRequests } from "./recorded-requests.ts";
import { anthropicProtocol } from "./models/protocols/anthropic-protocol.ts";
import { handleSpeech, type FakeVoiceDeps } from "./voice/handle-speech.ts";
import { createVoicePool, type VoicePool } from "./voice/voice-pool.ts";
import { openAiProtocol } from "./models/protocols/openai-protocol.ts";
import type { ModelProtocol } from "./models/protocols/model-protocol.ts";

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
export interface FakeServers {
  port: number;
  baseUrls: Record<Provider, string>;
  ttsBaseUrl: string;
  moderationBaseUrl: string;
  paypal: FakePayPal;
  mail: FakeSmtpServer;
  smtpUrl: string;
  requests: RecordedRequests;
  faults: FaultInjector;
  close(): Promise<void>;
}

type FakeRouteHandler = (
  request: IncomingMessage,
  body: unknown,
  response: ServerResponse,
) => void | Promise<void>;

const readBody = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString("utf8");
  return text === "" ? undefined : JSON.parse(text);
};

const requireKey =
  (deps: Pick<FakeModelDeps, "protocol">, handler: FakeRouteHandler): FakeRouteHandler =>
  (request, body, response) =>
    hasValidKey(deps.protocol, request)
      ? handler(request, body, response)
      : sendError(deps.protocol, response, { status: 401 });

const handleModelList: FakeRouteHandler = (_request, _body, response) => {
  const model = { id: "stand-in", object: "model", created: 1_700_000_000, owned_by: "stand-in" };
  sendJson(response, 200, { object: "list", data: [model] });
};

const createCompletionHandler = (deps: FakeModelDeps): FakeRouteHandler =>
  requireKey(deps, (request, body, response) => handleCompletion(deps, request, body, response));

/** The fakes answer `/readyz` as API and worker do. */
const handleReadiness: FakeRouteHandler = (_request, _body, response) =>
  sendJson(response, 200, { ready: true });

/** Routes for tests: faults and recorded requests. */
const createControlRoutes = (
  faults: FaultInjector,
  requests: RecordedRequests,
): Record<string, FakeRouteHandler> => ({
  "POST /__faults": (_request, body, response) => {
    const rules = z.union([Fault, z.array(Fault)]).parse(body);
    for (const rule of [rules].flat()) faults.add(rule);
    sendJson(response, 200, {});
  },
  "DELETE /__faults": (_request, _body, response) => {
    faults.clear();
    sendJson(response, 200, {});
  },
  "GET /__requests": (_request, _body, response) => sendJson(response, 200, requests.all()),
  "DELETE /__requests": (_request, _body, response) => {
    requests.clear();
    sendJson(response, 200, {});
  },
});

const createSpeechHandler = (deps: FakeVoiceDeps): FakeRouteHandler =>
  requireKey({ protocol: openAiProtocol }, (request, body, response) =>
    handleSpeech(deps, request, body, response),
  );

const createModerationHandler = (deps: FakeModerationDeps): FakeRouteHandler =>
  requireKey({ protocol: openAiProtocol }, (request, body, response) =>
    handleModeration(deps, request, body, response),
  );

const PROTOCOLS = { openai: openAiProtocol, anthropic: anthropicProtocol };

const createRoutes = (pace: TokenPace, { pool, speed, faults, requests }: FakeVoiceDeps) => {
  const common = { pace, faults, requests };
  const modelRoutes = PROVIDERS.flatMap((provider): [string, FakeRouteHandler][] => {
    const deps = {
      provider,
      protocol: PROTOCOLS[PROVIDER_DEFINITIONS[provider].protocol],
      ...common,
    };
    return PROVIDER_DEFINITIONS[provider].protocol === "anthropic"
      ? [[`POST /${provider}/v1/messages`, createCompletionHandler(deps)]]
      : [
          [`POST /${provider}/v1/chat/completions`, createCompletionHandler(deps)],
          [`GET /${provider}/v1/models`, requireKey(deps, handleModelList)],
        ];
  });
  const table: Record<string, FakeRouteHandler> = {
    ...Object.fromEntries(modelRoutes),
    "POST /tts/v1/audio/speech": createSpeechHandler({ pool, speed, faults, requests }),
    "POST /moderation/v1/moderations": createModerationHandler({ faults, requests }),
    "GET /readyz": handleReadiness,
    ...createControlRoutes(faults, requests),
  };
  return table;
};

/**
 * Idle connections stay open for 60 s, like those of vendors. The product closes its own after 55
 * s, so it never reuses one that is about to close.
 */
const KEEP_ALIVE_MS = 60_000;

/** Returns the vendor's protocol whose error format applies to this path. */
const getProtocolOfPath = (path: string): ModelProtocol => {
  const provider = PROVIDERS.find((id) => path.startsWith(`/${id}/`));
  return provider ? PROTOCOLS[PROVIDER_DEFINITIONS[provider].protocol] : openAiProtocol;
};

/** Invalid requests get 400 with the reason. Other errors are bugs of the fakes and get 500. */
const toErrorResponse = (error: unknown): { status: number; message?: string } => {
  if (error instanceof SyntaxError) return { status: 400 };
  if (!(error instanceof z.ZodError)) return { status: 500 };
  const [issue] = error.issues;
  return { status: 400, message: `${issue?.path.join(".")}: ${issue?.message}` };
};

const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });

/**
 * Starts fakes of all external services, by default on localhost and at the pace of a real model.
 */
export const startFakes = async (options: FakeOptions = {}): Promise<FakeServers> => {
  const { firstTokenMs = 400, tokensPerSecond = 60, speechSpeed: speed = 1 } = options;
  const faults = new FaultInjector();
  const requests = new RecordedRequests();
  const { pool = createVoicePool() } = options;
  const table = createRoutes({ firstTokenMs, tokensPerSecond }, { pool, speed, faults, requests });

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? "/", "http://standins");
    const path = url.pathname;
    const handler = table[`${request.method} ${path}`];
    const isPayPal = /^\/(__)?paypal\//.test(path);
    const isMail = /^\/(__mail|mailbox)(\/|$)/.test(path);
    if (handler === undefined && !isPayPal && !isMail)
      return sendError(getProtocolOfPath(path), response, { status: 404 });
    try {
      if (isMail) mail.answer(request, path, await readBody(request), response);
      else if (handler === undefined) await paypal.answer(request, url, response);
      else await handler(request, await readBody(request), response);
    } catch (error) {
      const failure = toErrorResponse(error);
      if (response.headersSent) response.destroy();
      else sendError(getProtocolOfPath(path), response, failure);
      if (failure.status === 500) console.error(error);
    }
  };
  const server = createHttpServer(
    { servesHost: createHostCheck(options), server: { keepAliveTimeout: KEEP_ALIVE_MS } },
    (request, response) => void answer(request, response),
  );
  const mail = new FakeSmtpServer();
  const host = options.host ?? "127.0.0.1";
  const [port, smtpPort] = await Promise.all([
    listen(server, options.port ?? 0, host),
    mail.listen(options.smtpPort ?? 0),
  ]);
  const origin = `http://127.0.0.1:${port}`;
  const paypal = new FakePayPal(origin, options.webhookUrl);
  return {
    port,
    baseUrls: mapProviders((provider) => buildFakeUrl(provider, port)),
    ttsBaseUrl: `${origin}/tts/v1`,
    moderationBaseUrl: `${origin}/moderation/v1`,
    paypal,
    mail,
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    requests,
    faults,
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await Promise.all([pool.close(), mail.close()]);
    },
  };
};
