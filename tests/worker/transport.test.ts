import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { brotliCompressSync, constants, createGzip, deflateSync, gzipSync } from "node:zlib";
import { readEnv } from "#infra/env.ts";
import { PROVIDER_DEFINITIONS, PROVIDERS, type Provider } from "#shared/domain/provider.ts";
import { createChatModels } from "#worker/llm/create-chat-models.ts";
import { createModerator } from "#worker/llm/moderator.ts";
import { AttemptMeter } from "#worker/llm/usage-meter.ts";
import { createVoiceService } from "#worker/speech/voice-service.ts";
import { buildModelUrlVariables } from "../harness.ts";
import { listenLocally } from "../helpers/listen-locally.ts";

/** One MP3 frame of 48 kbit/s, 16 kHz, mono. */
const MP3_FRAME = Buffer.alloc(216);
MP3_FRAME.write("fff368c4", "hex");

const OPENAI_EVENTS = ["We ", "act."].map(
  (content) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`,
);
OPENAI_EVENTS.push('data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n');
const CLAUDE_EVENTS = ["We ", "act."].map(
  (text) =>
    `event: content_block_delta\ndata: ${JSON.stringify({ type: "content_block_delta", delta: { type: "text_delta", text } })}\n\n`,
);
CLAUDE_EVENTS.push(
  'event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn"}}\n\n',
);
const listEvents = (provider: Provider) =>
  PROVIDER_DEFINITIONS[provider].protocol === "anthropic" ? CLAUDE_EVENTS : OPENAI_EVENTS;

/** The server's answer, set by each test. */
let answer: (req: IncomingMessage, res: ServerResponse) => void;
let sockets: Socket[] = [];
let server: Server;
let origin: string;
beforeEach(async () => {
  sockets = [];
  server = createServer((req, res) => {
    sockets.push(req.socket);
    req.resume().on("end", () => answer(req, res));
  });
  origin = `http://127.0.0.1:${await listenLocally(server)}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const openModel = (provider: Provider, baseUrl = `${origin}/v1`) => {
  const keys = PROVIDERS.map((id) => [PROVIDER_DEFINITIONS[id].variables.key, "k"]);
  const env = readEnv({ ...Object.fromEntries(keys), ...buildModelUrlVariables(() => baseUrl) });
  const model = createChatModels(env).get(provider);
  if (!model) throw new Error(`${provider} is not available`);
  const meter = new AttemptMeter({});
  const request = { system: "s", user: "u", maxTokens: 9, schema: null, meter };
  const stream = () => model.stream(request, new AbortController().signal);
  const speak = async () => {
    let text = "";
    for await (const piece of stream()) text += piece;
    return text;
  };
  return { meter, stream, speak };
};

describe.each(PROVIDERS)("a reply of %s", (provider) => {
  it.each([
    ["gzip", gzipSync],
    ["br", brotliCompressSync],
    ["deflate", deflateSync],
  ])("is read when the server packs it with %s unasked", async (encoding, pack) => {
    answer = (_req, res) => {
      res.writeHead(200, { "content-type": "text/event-stream", "content-encoding": encoding });
      res.end(pack(listEvents(provider).join("")));
    };
    expect(await openModel(provider).speak()).toBe("We act.");
  });

  it("is read event by event when it is packed as it is written", async () => {
    const [first = "", ...rest] = listEvents(provider);
    const packer = createGzip({ flush: constants.Z_SYNC_FLUSH });
    answer = (_req, res) => {
      res.writeHead(200, { "content-type": "text/event-stream", "content-encoding": "gzip" });
      packer.pipe(res);
      packer.write(first);
    };
    const pieces = openModel(provider).stream();
    expect((await pieces.next()).value).toBe("We ");
    packer.end(rest.join(""));
    expect((await pieces.next()).value).toBe("act.");
  });

  it("is an error with its reason when the error's body is packed", async () => {
    const error = { type: "insufficient_quota", code: "insufficient_quota", message: "no credit" };
    answer = (_req, res) =>
      res
        .writeHead(429, { "content-type": "application/json", "content-encoding": "gzip" })
        .end(gzipSync(JSON.stringify({ type: "error", error })));
    await expect(openModel(provider).speak()).rejects.toMatchObject({
      code: "misconfigured",
      message: expect.stringContaining("no credit left") as unknown,
    });
  });

  it("counts as one attempt when the server closes a kept-alive connection under it", async () => {
    answer = (req, res) => {
      if (sockets.filter((socket) => socket === req.socket).length > 1) req.socket.destroy();
      else res.setHeader("content-type", "text/event-stream").end(listEvents(provider).join(""));
    };
    await openModel(provider).speak();
    await new Promise(setImmediate);
    const { meter, speak } = openModel(provider);
    expect(await speak()).toBe("We act.");
    expect(sockets).toHaveLength(3);
    expect(meter.usage?.requests).toBe(1);
  });

  it("is unreachable when the server closes a new connection, and is asked for once", async () => {
    answer = (req) => req.socket.destroy();
    await expect(openModel(provider).speak()).rejects.toMatchObject({ code: "unreachable" });
    expect(sockets).toHaveLength(1);
  });
});

describe("a base URL with a query, as Azure's", () => {
  const path = "/openai/deployments/x";
  const query = "?api-version=2024-10-21";
  const requests: (string | undefined)[] = [];
  beforeEach(() => {
    requests.length = 0;
  });

  it.each(PROVIDERS)("puts the path before the query for %s", async (provider) => {
    answer = (req, res) => {
      requests.push(req.url);
      res.setHeader("content-type", "text/event-stream").end(listEvents(provider).join(""));
    };
    const isClaude = PROVIDER_DEFINITIONS[provider].protocol === "anthropic";
    expect(await openModel(provider, origin + path + query).speak()).toBe("We act.");
    const endpoint = isClaude ? "/v1/messages" : "/chat/completions";
    expect(requests).toEqual([path + endpoint + query]);
  });

  it("puts the path before the query for voice and moderation, and sends Azure's key header", async () => {
    answer = (req, res) => {
      requests.push(req.url, String(req.headers["api-key"]));
      if (req.url?.includes("/audio/")) res.end(MP3_FRAME);
      else
        res
          .setHeader("content-type", "application/json")
          .end('{"results":[{"category_scores":{"hate":0}}]}');
    };
    const { voice, moderation } = readEnv({
      TTS_API_KEY: "k",
      TTS_BASE_URL: origin + path + query,
      MODERATION_API_KEY: "m",
      MODERATION_BASE_URL: origin + path + query,
    });
    const { signal } = new AbortController();
    await createVoiceService(voice)?.speak("We act.", "alloy", signal);
    await createModerator(moderation)?.scoresOf("We act.", signal);
    expect(requests).toEqual([
      `${path}/audio/speech${query}`,
      "k",
      `${path}/moderations${query}`,
      "m",
    ]);
  });
});
