import { io } from "socket.io-client";
import type { ManagementServer } from "#infra/process/management-server.ts";
import { serveMetrics } from "#infra/metrics/metrics-server.ts";
import { type FakeServers, startFakes } from "#infra/dev/fakes/start-fakes.ts";
import { readEnv } from "#infra/env.ts";
import { startHealthServer } from "#worker/runtime/health-server.ts";
import { createFastFakeVoice } from "../helpers/fast-fake-voice.ts";
import { sendRawHttp } from "./raw-http.ts";
import { startApiOnNewDatabase, type TestApi } from "./test-api.ts";

/** Returns status, headers and body of the response to one request that closes its connection. */
const sendRequest = async (
  server: { origin: string },
  target: string,
  headers: readonly string[],
  method = "GET",
): Promise<string> =>
  sendRawHttp(
    server,
    `${[`${method} ${target} HTTP/1.1`, ...headers, "Connection: close"].join("\r\n")}\r\n\r\n`,
  );

const statusOf = (response: string): number => Number(/^HTTP\/1\.1 (\d{3}) /.exec(response)?.[1]);

const statusAt = async (server: { origin: string }, target: string, headers: readonly string[]) =>
  statusOf(await sendRequest(server, target, headers));

let api: TestApi;
let fakes: FakeServers;
let metrics: ManagementServer | undefined;
let health: ManagementServer;
const servers: Record<string, { origin: string; path: string; status: number }> = {};
const at = (port: number, path: string, status: number) => ({
  origin: `http://localhost:${port}`,
  path,
  status,
});

beforeAll(async () => {
  const env = readEnv({ METRICS_PORT: "0", WORKER_HEALTH_PORT: "0", ALLOWED_HOSTS: "debate.lan" });
  [api, fakes, metrics, health] = await Promise.all([
    startApiOnNewDatabase({ ALLOWED_HOSTS: "debate.lan" }),
    startFakes({ ...createFastFakeVoice(), allowedHosts: env.allowedHosts }),
    serveMetrics(env, []),
    startHealthServer(env, async () => ({ ready: true, database: true, queue: true })),
  ]);
  Object.assign(servers, {
    api: { ...api, path: "/api/config", status: 200 },
    sockets: { ...api, path: "/socket.io/?EIO=4&transport=polling", status: 200 },
    mailbox: at(fakes.port, "/mailbox", 200),
    mails: at(fakes.port, "/__mail", 200),
    paypal: at(fakes.port, "/__paypal/orders", 200),
    models: at(fakes.port, "/openai/v1/chat/completions", 404),
    voice: at(fakes.port, "/tts/v1/audio/speech", 404),
    moderation: at(fakes.port, "/moderation/v1/moderations", 404),
    requests: at(fakes.port, "/__requests", 200),
    metrics: at(metrics?.port ?? 0, "/metrics", 200),
    health: at(health.port, "/other", 404),
  });
});
afterAll(() => Promise.all([api.close(), fakes.close(), metrics?.close(), health.close()]));

const NAMES =
  "api sockets mailbox mails paypal models voice moderation requests metrics health".split(" ");

describe.each(NAMES)("%s", (name) => {
  const server = () => {
    const found = servers[name];
    if (!found) throw new Error(`there is no ${name}`);
    return found;
  };

  it.each(["localhost", "LocalHost.:3000", "127.0.0.1", "[::1]:3000", "debate.lan"])(
    "answers for %s",
    async (host) => {
      const { path, status } = server();
      expect(await statusAt(server(), path, [`Host: ${host}`])).toBe(status);
    },
  );

  it.each(["evil.com", "localhost.evil.com", "127.0.0.1.nip.io", "", "debate.lan@evil.com"])(
    "refuses Host '%s' with 421 and a message that names ALLOWED_HOSTS",
    async (host) => {
      const response = await sendRequest(server(), server().path, [`Host: ${host}`]);
      expect(statusOf(response)).toBe(421);
      expect(response).toContain("Its operator can add the name to ALLOWED_HOSTS.");
    },
  );

  it("refuses a missing and a repeated Host with 400", async () => {
    expect(await statusAt(server(), server().path, [])).toBe(400);
    for (const hosts of [
      ["localhost", "evil.com"],
      ["localhost", "localhost"],
    ])
      expect(
        await statusAt(
          server(),
          server().path,
          hosts.map((host) => `Host: ${host}`),
        ),
      ).toBe(400);
    const old = await sendRawHttp(server(), `GET ${server().path} HTTP/1.0\r\n\r\n`);
    expect(statusOf(old)).toBe(421);
  });

  it("checks the host of an absolute request target", async () => {
    const { path, status } = server();
    expect(await statusAt(server(), `http://localhost${path}`, ["Host: localhost"])).toBe(status);
    for (const target of ["http://evil.com", "HTTP://localhost@evil.com", "https://evil.com:3000"])
      expect(await statusAt(server(), target + path, ["Host: localhost"])).toBe(421);
    expect(await statusAt(server(), `http://localhost${path}`, ["Host: evil.com"])).toBe(421);
  });

  it("ignores X-Forwarded-Host and Forwarded, since no proxy is trusted", async () => {
    const { path, status } = server();
    const local = ["X-Forwarded-Host: localhost", "Forwarded: host=localhost"];
    expect(await statusAt(server(), path, ["Host: evil.com", ...local])).toBe(421);
    expect(await statusAt(server(), path, ["Host: localhost", "X-Forwarded-Host: evil.com"])).toBe(
      status,
    );
  });

  it("refuses an unknown host with any Expect header and any method", async () => {
    const evil = ["Host: evil.com", "Content-Length: 0"];
    expect(await statusAt(server(), server().path, [...evil, "Expect: magic"])).toBe(421);
    for (const method of ["POST", "OPTIONS", "DELETE", "HEAD"])
      expect(statusOf(await sendRequest(server(), server().path, evil, method))).toBe(421);
  });
});

it("answers orchestrators' probes for any Host, and nothing else", async () => {
  const probed = [api, { origin: `http://localhost:${health.port}` }];
  for (const server of probed)
    for (const path of ["/healthz", "/readyz", "/healthz?from=kubelet"]) {
      const status = path.includes("?") && server !== api ? 404 : 200;
      expect([path, await statusAt(server, path, ["Host: 10.1.2.3:3000"])]).toEqual([path, status]);
    }
  for (const path of ["/healthz/", "/HEALTHZ", "//healthz", "/healthz/../api/config", "/readyz%2f"])
    expect([path, await statusAt(api, path, ["Host: 10.1.2.3:3000"])]).toEqual([path, 421]);
  expect(statusOf(await sendRequest(api, "/healthz", ["Host: evil.com"], "POST"))).toBe(421);
});

it("allows Prometheus to use an IP address, but no other name", async () => {
  const server = { origin: `http://localhost:${metrics?.port}` };
  expect(await statusAt(server, "/metrics", ["Host: 10.1.2.3:9464"])).toBe(200);
  expect(await statusAt(server, "/metrics", ["Host: [fd00::7]:9464"])).toBe(200);
  expect(await statusAt(server, "/metrics", ["Host: metrics.evil.com"])).toBe(421);
  expect(await statusAt(api, "/api/config", ["Host: 10.1.2.3:3000"])).toBe(421);
});

const WEB_SOCKET = [
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
];

it("opens no WebSocket for an unknown host", async () => {
  const open = (host: string) =>
    sendRawHttp(
      api,
      [
        "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1",
        `Host: ${host}`,
        "Connection: Upgrade",
        ...WEB_SOCKET,
        // If the server opens the WebSocket, this invalid frame makes it close the connection.
        "",
        "no frame",
      ].join("\r\n"),
    );
  expect(statusOf(await open("evil.com"))).toBe(421);
  expect(statusOf(await open("localhost"))).toBe(101);
});

it("allows a page to connect under an allowed name", async () => {
  const socket = io(api.origin, {
    transports: ["websocket"],
    extraHeaders: { host: "debate.lan" },
    reconnection: false,
  });
  const outcome = await new Promise((resolve) => {
    socket.once("connect", () => resolve("connected")).once("connect_error", resolve);
  });
  expect(outcome).toBe("connected");
  socket.close();
});

describe("behind a trusted proxy", () => {
  let proxied: TestApi;
  beforeAll(async () => {
    proxied = await startApiOnNewDatabase({
      TRUST_PROXY: "1",
      PUBLIC_ORIGIN: "https://debate.example",
    });
  });
  afterAll(() => proxied.close());

  it.each([
    [200, "debate.example", null],
    [200, "localhost", null],
    [200, "api:3000", "debate.example"],
    [200, "api:3000", "Debate.Example:443, api:3000"],
    [421, "api:3000", null],
    [421, "api:3000", ""],
    [421, "localhost", "evil.com"],
    [421, "localhost", "evil.com, debate.example"],
  ])("answers %i to Host %s with X-Forwarded-Host %s", async (status, host, forwarded) => {
    const headers = [
      `Host: ${host}`,
      ...(forwarded === null ? [] : [`X-Forwarded-Host: ${forwarded}`]),
    ];
    expect(await statusAt(proxied, "/api/config", headers)).toBe(status);
  });

  it.each([
    ["another name", "www.debate.example", "Sec-Fetch-Mode: navigate"],
    ["this machine's name", "localhost:3000", "Accept: text/html,*/*"],
    ["an address", "192.0.2.7", "Accept: text/html"],
  ])("redirects a page opened under %s to the public origin", async (_what, host, header) => {
    for (const method of ["GET", "HEAD"]) {
      const response = await sendRequest(proxied, "//live?q=1", [`Host: ${host}`, header], method);
      expect(statusOf(response)).toBe(307);
      expect(response).toMatch(/^location: https:\/\/debate\.example\/\/live\?q=1\r$/im);
      expect(response).toMatch(/^cache-control: no-store\r$/im);
    }
  });

  it.each([
    ["opened under the public host", 200, "GET", "debate.example", "Accept: text/html"],
    ["that a form sends", 421, "POST", "www.debate.example", "Sec-Fetch-Mode: navigate"],
    ["that a program reads", 421, "GET", "www.debate.example", "Accept: application/json"],
  ])("does not redirect a page %s: %i", async (_what, status, method, host, header) => {
    const headers = [`Host: ${host}`, header, "Content-Length: 0"];
    const target = status === 200 ? "/api/config" : "/";
    expect(statusOf(await sendRequest(proxied, target, headers, method))).toBe(status);
  });

  it("ignores X-Forwarded-Host from an untrusted address", async () => {
    const otherApi = await startApiOnNewDatabase({
      TRUST_PROXY: "10.0.0.0/8",
      PUBLIC_ORIGIN: "https://debate.example",
    });
    const headers = ["Host: api:3000", "X-Forwarded-Host: debate.example"];
    expect(await statusAt(otherApi, "/api/config", headers)).toBe(421);
    await otherApi.close();
  });
});
