import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { type ManagementServer } from "#infra/process/management-server.ts";
import { serveMetrics } from "#infra/metrics/metrics-server.ts";
import { startFakes } from "#infra/dev/fakes/start-fakes.ts";
import { readEnv } from "#infra/env.ts";
import { startHealthServer } from "#worker/runtime/health-server.ts";
import { createFastFakeVoice } from "../helpers/fast-fake-voice.ts";
import { sendRawHttp } from "./raw-http.ts";
import {
  insertFinishedTurns,
  createPaidDebate,
  startApiOnNewDatabase,
  type TestApi,
} from "./test-api.ts";

const TEMPLATE = "<html><head><!--head--></head><body><!--app--></body></html>";

interface Place {
  origin: string;
}
const at = (port: number): Place => ({ origin: `http://localhost:${port}` });

const headsIn = (reply: string): string[] =>
  [...reply.matchAll(/HTTP\/1\.1 \d{3}[^\r]*\r\n(?:[^\r\n]+\r\n)*\r\n/g)].map(([head]) => head);

const NOSNIFF = /\r\nx-content-type-options: nosniff\r\n/gi;
const HSTS = /\r\nstrict-transport-security: max-age=31536000; includeSubDomains\r\n/gi;
const count = (head: string, header: RegExp) => [...head.matchAll(header)].length;

const request = (target: string, headers: readonly string[] = [], method = "GET", body = "") =>
  `${[`${method} ${target} HTTP/1.1`, "Host: localhost", ...headers, "Connection: close"].join("\r\n")}\r\n\r\n${body}`;

const upgrade = (target: string, headers: readonly string[]) =>
  `${[`GET ${target} HTTP/1.1`, "Host: localhost", "Connection: Upgrade", "Upgrade: websocket", ...headers].join("\r\n")}\r\n\r\n`;

const KEY = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
const SOCKET = "/socket.io/?EIO=4&transport";

/** Requests that Node.js answers without the application. */
const REFUSED_BY_NODE: [status: number, words: string][] = [
  [400, "nonsense\r\n\r\n"],
  [400, "GET / HTTP/1.1\r\nConnection: close\r\n\r\n"],
  [400, "GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\nConnection: close\r\n\r\n"],
  [431, request("/", [`X-Long: ${"x".repeat(20_000)}`])],
  [421, request("/").replace("localhost", "evil.com")],
  [501, "CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n"],
];

const OF_API: [status: number, words: string][] = [
  ...REFUSED_BY_NODE,
  [200, request("/healthz")],
  [200, request("/readyz")],
  [200, request("/healthz", [], "HEAD")],
  [200, request("/api/config")],
  [401, request("/api/credits")],
  [404, request("/api/no-such-path")],
  [400, request("/api/debates/abc")],
  [400, request("/api/debates/%E0%A4%A")],
  [403, request("/api/login", ["Content-Length: 0"], "POST")],
  [200, request("/api/openapi.json")],
  [200, request("/api/docs")],
  [200, request("/")],
  [200, request("/", ["Expect: magic"])],
  [400, request("/%E0%A4%A")],
  [200, request("/static/app.js")],
  [206, request("/static/app.js", ["Range: bytes=0-3"])],
  [400, request("/static/app.js", ["Range: bytes=999-"])],
  [404, request("/static/none.js")],
  [200, request("/robots.txt")],
  [200, request("/sitemap.xml")],
  [200, request("/feed.xml")],
  [404, request("/feed/999.mp3")],
  [200, request(`${SOCKET}=polling`)],
  [400, request(`${SOCKET}=none`)],
  [400, request(`${SOCKET}=polling&sid=none`)],
  [400, request(`${SOCKET}=polling`, ["Content-Length: 0"], "POST")],
  [403, request(`${SOCKET}=polling`, ["Origin: https://evil.com"])],
  [400, request("/socket.io/")],
  [101, `${upgrade(`${SOCKET}=websocket`, [KEY, "Sec-WebSocket-Version: 13"])}no frame`],
  [400, upgrade(`${SOCKET}=websocket`, ["Sec-WebSocket-Version: 13"])],
  [400, upgrade(`${SOCKET}=websocket`, [KEY, "Sec-WebSocket-Version: 99"])],
  [400, upgrade(`${SOCKET}=websocket&sid=none`, [KEY, "Sec-WebSocket-Version: 13"])],
  [400, upgrade(`${SOCKET}=none`, [KEY, "Sec-WebSocket-Version: 13"])],
  [400, upgrade(`${SOCKET}=websocket`, [KEY, "Origin: https://evil.com"])],
  [400, upgrade("/socket.io/", [KEY])],
  [421, upgrade(`${SOCKET}=websocket`, [KEY]).replace("localhost", "evil.com")],
];

const titled = (cases: [status: number, words: string][]) =>
  cases.map(([status, words]) => ({
    status,
    words,
    what: words.trim().replaceAll(/\s+/g, " ").slice(0, 150),
  }));

let folder: string;
let api: TestApi;
let plain: TestApi;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "client-"));
  await mkdir(path.join(folder, "static"));
  await writeFile(path.join(folder, "static", "app.js"), "console.log(1);");
  await writeFile(path.join(folder, "robots.txt"), "User-agent: *\n");
  const render = () => ({ html: "page", head: "", status: 200 });
  const web = { clientDir: folder, template: TEMPLATE, render } as never;
  [api, plain] = await Promise.all([
    startApiOnNewDatabase({ PUBLIC_ORIGIN: "https://debates.example" }, web),
    startApiOnNewDatabase({}, web),
  ]);
});
afterAll(async () => {
  await Promise.all([api.close(), plain.close()]);
  await rm(folder, { recursive: true });
});

describe("every response of the API has nosniff once, and HSTS where it is reached over https", () => {
  it.each(titled(OF_API))("$status for $what", async ({ status, words }) => {
    for (const [server, isHttps] of [
      [api, 1],
      [plain, 0],
    ] as const) {
      const [head = ""] = headsIn(await sendRawHttp(server, words));
      expect(Number(head.slice(9, 12))).toBe(status);
      expect([count(head, NOSNIFF), count(head, HSTS)]).toEqual([1, isHttps]);
    }
  });

  it("304, 302 and media", async () => {
    const owner = await plain.person();
    const debate = await createPaidDebate(plain, owner, { isPublic: true });
    await insertFinishedTurns(plain, debate, 2);
    const page = await plain.visitor().get("/static/app.js");
    const tag = page.headers.get("etag") ?? "";
    const words = [
      request("/static/app.js", [`If-None-Match: ${tag}`]),
      request("/static"),
      request(`/debate/${debate.id}`),
      request(`/embed/${debate.id}`),
      request(`/feed/${debate.id}.mp3`),
      request(`/share/${debate.id}.png`),
      request("/about"),
    ];
    const heads = (await Promise.all(words.map((text) => sendRawHttp(plain, text)))).map(
      (reply) => headsIn(reply)[0] ?? "",
    );
    expect(heads[0]).toMatch(/^HTTP\/1\.1 304 /);
    for (const head of heads) expect([head, count(head, NOSNIFF)]).toEqual([head, 1]);
  });

  const login = (length: string, body: string) =>
    request(
      "/api/login",
      ["Origin: https://debates.example", "Content-Type: application/json", length],
      "POST",
      body,
    );

  it.each([
    [408, "stops in its headers", "GET /api/config HTTP/1.1\r\nHost: localhost\r\nX-Slow: "],
    [408, "stops in its body", login("Content-Length: 99", "{")],
    [400, "has a malformed body", login("Transfer-Encoding: chunked", "nonsense\r\n")],
    [
      413,
      "has a long chunk extension",
      login("Transfer-Encoding: chunked", `1;${"x".repeat(20_000)}`),
    ],
  ])("%i for a request that %s", async (status, _what, words) => {
    const [head = ""] = headsIn(await sendRawHttp(api, words));
    expect(Number(head.slice(9, 12))).toBe(status);
    expect([count(head, NOSNIFF), count(head, HSTS)]).toEqual([1, 1]);
  });

  it("and no error is written into a response that has started", async () => {
    const socket = connect(Number(new URL(plain.origin).port), "localhost");
    socket.write("GET /api/config HTTP/1.1\r\nHost: localhost\r\n\r\nnonsense\r\n\r\n");
    const reply = await text(socket);
    for (const head of headsIn(reply)) expect(count(head, NOSNIFF)).toBe(1);
  });
});

describe("every response beside the API has nosniff", () => {
  let fakes: Awaited<ReturnType<typeof startFakes>>;
  let metrics: ManagementServer | undefined;
  let health: ManagementServer;
  beforeAll(async () => {
    const env = readEnv({
      METRICS_PORT: "0",
      WORKER_HEALTH_PORT: "0",
      PUBLIC_ORIGIN: "https://debates.example",
    });
    [fakes, metrics, health] = await Promise.all([
      startFakes(createFastFakeVoice()),
      serveMetrics(env, []),
      startHealthServer(env, async () => ({ ready: false, database: true, queue: true })),
    ]);
  });
  afterAll(() => Promise.all([fakes.close(), metrics?.close(), health.close()]));

  it.each(titled(REFUSED_BY_NODE))("$status for $what", async ({ status, words }) => {
    for (const { port } of [fakes, metrics ?? { port: 0 }, health]) {
      const [head = ""] = headsIn(await sendRawHttp(at(port), words));
      expect(Number(head.slice(9, 12))).toBe(status);
      expect([port, count(head, NOSNIFF)]).toEqual([port, 1]);
    }
  });

  it("of metrics and health, with HSTS", async () => {
    for (const [port, target] of [
      [metrics?.port ?? 0, "/metrics"],
      [metrics?.port ?? 0, "/other"],
      [health.port, "/healthz"],
      [health.port, "/readyz"],
      [health.port, "/other"],
    ] as const) {
      const [head = ""] = headsIn(await sendRawHttp(at(port), request(target)));
      expect([target, count(head, NOSNIFF), count(head, HSTS)]).toEqual([target, 1, 1]);
    }
  });

  it("of the fakes, without HSTS", async () => {
    const KEYED = ["Authorization: Bearer stand-in"];
    for (const words of [
      request("/mailbox"),
      request("/mailbox/none"),
      request("/__mail"),
      request("/paypal/sdk/js?client-id=x"),
      request("/paypal/checkout?token=none"),
      request("/__paypal/orders"),
      request("/paypal/v2/checkout/orders/none"),
      request("/openai/v1/models"),
      request("/openai/v1/chat/completions", [...KEYED, "Content-Length: 1"], "POST", "{"),
      request("/openai/v1/chat/completions", ["Content-Length: 1"], "POST", "{"),
      request("/claude/v1/messages", ["Content-Length: 0"], "POST"),
      request("/tts/v1/audio/speech", ["Content-Length: 0"], "POST"),
      request("/moderation/v1/moderations", ["Content-Length: 0"], "POST"),
      request("/__requests"),
      request("/readyz"),
      request("/none"),
    ]) {
      const [head = ""] = headsIn(await sendRawHttp(at(fakes.port), words));
      expect([words, count(head, NOSNIFF), count(head, HSTS)]).toEqual([words, 1, 0]);
    }
  });
});
