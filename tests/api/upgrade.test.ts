import { text } from "node:stream/consumers";
import { connect } from "node:net";
import { startFakes } from "#infra/dev/fakes/start-fakes.ts";
import { createFastFakeVoice } from "../helpers/fast-fake-voice.ts";
import { sendRawHttp } from "./raw-http.ts";
import { startApiOnNewDatabase, type TestApi } from "./test-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startApiOnNewDatabase({
    LIMIT_LOGIN_FAILURES_PER_ACCOUNT: "1000",
    LIMIT_LOGIN_FAILURES_PER_ADDRESS: "1000",
  });
});
afterAll(() => api.close());

const request = (target: string, headers: readonly string[] = [], method = "GET", body = "") =>
  `${[`${method} ${target} HTTP/1.1`, "Host: localhost", ...headers].join("\r\n")}\r\n\r\n${body}`;

const LAST = request("/api/no-such-path", ["Connection: close"]);

const statusesIn = (reply: string): number[] =>
  [...reply.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

const H2C = ["Upgrade: h2c", "Connection: Upgrade, HTTP2-Settings", "HTTP2-Settings: AAMAAABkAAQ"];

const PROTOCOLS: [name: string, headers: string[]][] = [
  ["h2c", H2C],
  ["h2c, alone", ["Upgrade: h2c", "Connection: Upgrade"]],
  ["TLS/1.0", ["Upgrade: TLS/1.0", "Connection: upgrade"]],
  ["something unknown", ["Upgrade: foo/2, bar", "Connection: Upgrade"]],
  ["two at once", ["Upgrade: websocket, h2c", "Connection: Upgrade"]],
  ["WebSocket", ["Upgrade: websocket", "Connection: Upgrade"]],
];

describe.each(PROTOCOLS)("a request to upgrade to %s", (_name, headers) => {
  it.each([
    ["/api/config", 200],
    ["/api/no-such-path", 404],
    ["/healthz", 200],
    ["/", 404],
    ["http://localhost/api/config", 200],
  ])("is answered as HTTP/1.1: %s with %i", async (target, status) => {
    const reply = await sendRawHttp(api, request(target, headers) + LAST);
    expect(statusesIn(reply)).toEqual([status, 404]);
  });

  it("is processed with its body, sent in one piece or several", async () => {
    const body = '{"username": "nobody", "password": "nothing"}';
    const common = [...headers, `Origin: ${api.origin}`, "Content-Type: application/json"];
    const login = (length: string, sent: string) =>
      request("/api/login", [...common, length], "POST", sent).replace(
        "Host: localhost",
        `Host: ${new URL(api.origin).host}`,
      );
    const completeRequest = login(`Content-Length: ${body.length}`, body);
    const chunked = login(
      "Transfer-Encoding: chunked",
      `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    );
    for (const words of [completeRequest, chunked]) {
      const reply = await sendRawHttp(api, words + LAST);
      expect(statusesIn(reply)).toEqual([401, 404]);
      const socket = connect({
        port: Number(new URL(api.origin).port),
        host: "localhost",
        noDelay: true,
      });
      const answered = text(socket);
      for (let i = 0; i < words.length; i += 40)
        await new Promise((resolve) => socket.write(words.slice(i, i + 40), resolve));
      socket.write(LAST);
      expect(statusesIn(await answered)).toEqual([401, 404]);
    }
  });

  it("keeps its place among pipelined requests", async () => {
    const many = [
      request("/api/debates/public"),
      request("/api/config", headers),
      request("/api/debates/public"),
      request("/readyz", headers),
      request("/api/no-such-path", headers),
    ];
    expect(statusesIn(await sendRawHttp(api, many.join("") + LAST))).toEqual([
      200, 200, 200, 200, 404, 404,
    ]);
  });
});

describe("at Socket.IO's path", () => {
  const POLLING = "/socket.io/?EIO=4&transport=polling";

  it.each(PROTOCOLS.filter(([name]) => name !== "WebSocket"))(
    "a request to upgrade to %s is polling",
    async (_name, headers) => {
      expect(statusesIn(await sendRawHttp(api, request(POLLING, headers) + LAST))).toEqual([
        200, 404,
      ]);
    },
  );

  it("a WebSocket request without GET is polling", async () => {
    const headers = ["Upgrade: websocket", "Connection: Upgrade", "Content-Length: 0"];
    expect(statusesIn(await sendRawHttp(api, request(POLLING, headers, "POST") + LAST))).toEqual([
      400, 404,
    ]);
  });
});

it("a request with more headers than Node.js keeps is refused, since one might be its length", async () => {
  const many = Array.from({ length: 2100 }, () => "a:");
  const reply = await sendRawHttp(
    api,
    request("/api/config", ["Upgrade: h2c", "Connection: Upgrade", ...many]),
  );
  expect(statusesIn(reply)).toEqual([431]);
});

it("a client that disconnects while its request waits for an earlier response causes no error", async () => {
  const socket = connect(Number(new URL(api.origin).port), "localhost");
  socket.write(request("/readyz") + request("/api/config", H2C), () => socket.resetAndDestroy());
  await new Promise((resolve) => socket.once("close", resolve));
  expect((await api.visitor().get("/healthz")).status).toBe(200);
});

it("fakes answer it as HTTP/1.1 as well", async () => {
  const fakes = await startFakes(createFastFakeVoice());
  const server = { origin: `http://localhost:${fakes.port}` };
  for (const [, headers] of PROTOCOLS) {
    const reply = await sendRawHttp(
      server,
      request("/readyz", headers) + request("/none", ["Connection: close"]),
    );
    expect(statusesIn(reply)).toEqual([200, 404]);
  }
  await fakes.close();
});
