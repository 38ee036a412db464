import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { z } from "zod";
import {
  forEachProvider,
  PROVIDER_FACTS,
  PROVIDERS,
  type Provider,
} from "#shared/domain/provider.ts";
import { createHostCheck, type ServedHosts } from "../http/hosts.ts";
import { createHttpServer } from "../http/http-server.ts";
import { mayEnter, sendFailure, sendJson } from "./answer.ts";
import { answerCompletion, type Desk } from "./models/answer-completion.ts";
import { Fault, Faults } from "./faults.ts";
import { StandInMail } from "./mail/stand-in-mail.ts";
import type { Pace } from "./models/paced-stream.ts";
import { answerModeration, type ModerationDesk } from "./moderation/answer-moderation.ts";
import { StandinPayPal } from "./paypal/answer-paypal.ts";
import { standInUrl } from "./stand-in-url.ts";
import { RecordedRequests } from "./recorded-requests.ts";
import { anthropicWire } from "./models/wires/anthropic.ts";
import { answerSpeech, type VoiceDesk } from "./voice/answer-speech.ts";
import { createVoicePool, type VoicePool } from "./voice/pool.ts";
import { openAiWire } from "./models/wires/openai.ts";
import type { Wire } from "./models/wires/wire.ts";

export interface StandinOptions extends Partial<Pace>, ServedHosts {
  /** Factor on the requested speaking speed; default 1, a natural pace. */
  speechSpeed?: number;
  /** Default: worker threads of its own. Closed with the fakes. */
  pool?: VoicePool;
  /** Default 0: any free port. */
  port?: number;
  /** SMTP port; default 0: any free port. */
  smtpPort?: number;
  /** Default: 127.0.0.1. */
  host?: string;
  webhookUrl?: string | undefined;
}

/** Running fakes; the addresses are base URLs for the vendors' SDKs. */
export interface Standins {
  port: number;
  baseUrls: Record<Provider, string>;
  ttsBaseUrl: string;
  moderationBaseUrl: string;
  paypal: StandinPayPal;
  mail: StandInMail;
  smtpUrl: string;
  requests: RecordedRequests;
  faults: Faults;
  close(): Promise<void>;
}

type Handler = (
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

const keyed =
  (desk: Pick<Desk, "wire">, handler: Handler): Handler =>
  (request, body, response) =>
    mayEnter(desk.wire, request)
      ? handler(request, body, response)
      : sendFailure(desk.wire, response, { status: 401 });

const modelList: Handler = (_request, _body, response) => {
  const model = { id: "stand-in", object: "model", created: 1_700_000_000, owned_by: "stand-in" };
  sendJson(response, 200, { object: "list", data: [model] });
};

const completions = (desk: Desk): Handler =>
  keyed(desk, (request, body, response) => answerCompletion(desk, request, body, response));

/** Same path and meaning as in API and worker. */
const readiness: Handler = (_request, _body, response) => sendJson(response, 200, { ready: true });

/** Test API: faults and recorded requests. */
const controls = (faults: Faults, requests: RecordedRequests): Record<string, Handler> => ({
  "POST /__faults": (_request, body, response) => {
    const rules = z.union([Fault, z.array(Fault)]).parse(body);
    for (const rule of [rules].flat()) faults.next(rule);
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

const speech = (desk: VoiceDesk): Handler =>
  keyed({ wire: openAiWire }, (request, body, response) =>
    answerSpeech(desk, request, body, response),
  );

const moderations = (desk: ModerationDesk): Handler =>
  keyed({ wire: openAiWire }, (request, body, response) =>
    answerModeration(desk, request, body, response),
  );

const WIRES = { openai: openAiWire, anthropic: anthropicWire };

const routes = (pace: Pace, { pool, speed, faults, requests }: VoiceDesk) => {
  const common = { pace, faults, requests };
  const doors = PROVIDERS.flatMap((provider): [string, Handler][] => {
    const desk = { provider, wire: WIRES[PROVIDER_FACTS[provider].wire], ...common };
    return PROVIDER_FACTS[provider].wire === "anthropic"
      ? [[`POST /${provider}/v1/messages`, completions(desk)]]
      : [
          [`POST /${provider}/v1/chat/completions`, completions(desk)],
          [`GET /${provider}/v1/models`, keyed(desk, modelList)],
        ];
  });
  const table: Record<string, Handler> = {
    ...Object.fromEntries(doors),
    "POST /tts/v1/audio/speech": speech({ pool, speed, faults, requests }),
    "POST /moderation/v1/moderations": moderations({ faults, requests }),
    "GET /readyz": readiness,
    ...controls(faults, requests),
  };
  return table;
};

/** As long as vendors keep connections open, so that callers do not reuse one that is closing. */
const KEEP_ALIVE_MS = 60_000;

/** The vendor whose error format applies to this path. */
const wireAt = (path: string): Wire => {
  const provider = PROVIDERS.find((id) => path.startsWith(`/${id}/`));
  return provider ? WIRES[PROVIDER_FACTS[provider].wire] : openAiWire;
};

/** Invalid requests get 400 with the reason; other errors are bugs of the fakes and get 500. */
const failureOf = (error: unknown): { status: number; message?: string } => {
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

/** Starts fakes of all external services on localhost. Defaults to the pace of a real model. */
export const startStandins = async (options: StandinOptions = {}): Promise<Standins> => {
  const { firstTokenMs = 400, tokensPerSecond = 60, speechSpeed: speed = 1 } = options;
  const faults = new Faults();
  const requests = new RecordedRequests();
  const { pool = createVoicePool() } = options;
  const table = routes({ firstTokenMs, tokensPerSecond }, { pool, speed, faults, requests });

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? "/", "http://standins");
    const path = url.pathname;
    const handler = table[`${request.method} ${path}`];
    const isPayPal = /^\/(__)?paypal\//.test(path);
    const isMail = /^\/(__mail|mailbox)(\/|$)/.test(path);
    if (handler === undefined && !isPayPal && !isMail)
      return sendFailure(wireAt(path), response, { status: 404 });
    try {
      if (isMail) mail.answer(request, path, await readBody(request), response);
      else if (handler === undefined) await paypal.answer(request, url, response);
      else await handler(request, await readBody(request), response);
    } catch (error) {
      const failure = failureOf(error);
      if (response.headersSent) response.destroy();
      else sendFailure(wireAt(path), response, failure);
      if (failure.status === 500) console.error(error);
    }
  };
  const server = createHttpServer(
    { servesHost: createHostCheck(options), server: { keepAliveTimeout: KEEP_ALIVE_MS } },
    (request, response) => void answer(request, response),
  );
  const mail = new StandInMail();
  const host = options.host ?? "127.0.0.1";
  const [port, smtpPort] = await Promise.all([
    listen(server, options.port ?? 0, host),
    mail.listen(options.smtpPort ?? 0),
  ]);
  const origin = `http://127.0.0.1:${port}`;
  const paypal = new StandinPayPal(origin, options.webhookUrl);
  return {
    port,
    baseUrls: forEachProvider((provider) => standInUrl(provider, port)),
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
