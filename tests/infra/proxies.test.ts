import { createServer, type IncomingMessage } from "node:http";
import { readEnv } from "#infra/env.ts";
import { fetchOutgoing, setProxies } from "#infra/http/outgoing-fetch.ts";
import { createPayPalFetch } from "#infra/payments/paypal-fetch.ts";
import { createChatModels } from "#worker/llm/create-chat-models.ts";
import { createModerator } from "#worker/llm/moderator.ts";
import { createVoiceService } from "#worker/speech/voice-service.ts";
import { z } from "zod";
import { listenLocally } from "../helpers/listen-locally.ts";

/** Requests that the proxy has received: for itself, for another server, or for a tunnel. */
const requests: string[] = [];
const headers: IncomingMessage["headers"][] = [];
const proxy = createServer((req, res) => {
  requests.push(`${req.method} ${req.url}`);
  headers.push(req.headers);
  req.resume().on("end", () => res.end("from the proxy"));
});
proxy.on("connect", (req, socket) => {
  requests.push(`CONNECT ${req.url}`);
  headers.push(req.headers);
  socket.end("HTTP/1.1 502 No Tunnel\r\n\r\n");
});
let port: number;
beforeAll(async () => {
  port = await listenLocally(proxy);
});
beforeEach(() => {
  requests.length = 0;
  headers.length = 0;
});
afterAll(() => {
  setProxies(readEnv({}).proxies);
  proxy.closeAllConnections();
  proxy.close();
});

/** Configures the proxy as a process with these environment variables does. */
const configure = (variables: (url: string) => Record<string, string>) =>
  setProxies(readEnv(variables(`http://127.0.0.1:${port}`)).proxies);
/** This host does not exist, so only the proxy can respond. */
const HOST = "models.invalid";

describe("a proxy for outgoing requests", () => {
  it.each(["HTTP_PROXY", "http_proxy"])("is asked for an http address, set as %s", async (name) => {
    configure((url) => ({ [name]: url }));
    const response = await fetchOutgoing(`http://${HOST}/v1?a=b`, {});
    expect(await response.text()).toBe("from the proxy");
    expect(requests).toEqual([`GET http://${HOST}/v1?a=b`]);
    expect(headers[0]?.host).toBe(HOST);
  });

  it.each(["HTTPS_PROXY", "https_proxy", "HTTP_PROXY"])(
    "is asked for a tunnel to an https address, set as %s",
    async (name) => {
      configure((url) => ({ [name]: url.replace("//", "//user:p%40ss@") }));
      const init = { headers: { authorization: "Bearer secret" } };
      await expect(fetchOutgoing(`https://${HOST}/v1`, init)).rejects.toThrow(
        "The outgoing proxy refused the connection with status 502. Check HTTPS_PROXY.",
      );
      expect(requests).toEqual([`CONNECT ${HOST}:443`]);
      expect(headers[0]).toMatchObject({
        "proxy-authorization": `Basic ${Buffer.from("user:p@ss").toString("base64")}`,
      });
      expect(headers[0]).not.toHaveProperty("authorization");
    },
  );

  it.each(["NO_PROXY", "no_proxy"])("is not asked for a host in %s", async (name) => {
    configure((url) => ({ HTTP_PROXY: url, [name]: "localhost, .local, 127.0.0.1" }));
    await fetchOutgoing(`http://127.0.0.1:${port}/direct`, {});
    await fetchOutgoing(`http://${HOST}/`, {});
    expect(requests).toEqual(["GET /direct", `GET http://${HOST}/`]);
  });

  it("is used for models, voice, moderation and PayPal", async () => {
    configure((url) => ({ HTTP_PROXY: url }));
    const baseUrl = `http://${HOST}/v1`;
    const { signal } = new AbortController();
    const env = readEnv({
      OPENAI_BASE_URL: baseUrl,
      ANTHROPIC_BASE_URL: baseUrl,
      TTS_BASE_URL: baseUrl,
      MODERATION_BASE_URL: baseUrl,
      PAYPAL_BASE_URL: baseUrl,
      PAYPAL_CLIENT_ID: "id",
      PAYPAL_CLIENT_SECRET: "secret",
    });
    if (env.paypal === null) throw new Error("PayPal is not configured");
    const models = createChatModels(env);
    const request = { system: "s", user: "u", maxTokens: 9, schema: null };
    const askPayPal = createPayPalFetch(env.paypal);
    await Promise.allSettled([
      models.get("openai")?.stream(request, signal).next(),
      models.get("claude")?.stream(request, signal).next(),
      createVoiceService(env.voice)?.speak("We act.", "alloy", signal),
      createModerator(env.moderation)?.scoresOf("We act.", signal),
      askPayPal({ method: "GET", path: "/", responseSchema: z.unknown() }),
    ]);
    const places = ["/chat/completions", "/v1/messages", "/audio/speech", "/moderations"];
    expect(requests).toEqual(
      expect.arrayContaining(
        [...places, "/v1/oauth2/token"].map((place) => `POST ${baseUrl}${place}`),
      ),
    );
  });
});
