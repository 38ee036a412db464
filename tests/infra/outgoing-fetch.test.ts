import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { fetchOutgoing } from "#infra/http/outgoing-fetch.ts";
import { listenLocally } from "../helpers/listen-locally.ts";

type Answer = (req: IncomingMessage, res: ServerResponse) => void;

/** How the server responds; set by each test. */
let answer: Answer;
const requests: { body: string; socket: Socket }[] = [];
/** Each test has a new server, so that no connection of an earlier test is reused. */
let server: Server;
let url: string;
beforeEach(async () => {
  requests.length = 0;
  server = createServer((req, res) => {
    const receive = async () => {
      let body = "";
      for await (const piece of req) body += String(piece);
      requests.push({ body, socket: req.socket });
      answer(req, res);
    };
    void receive();
  });
  url = `http://127.0.0.1:${await listenLocally(server)}/`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const post = async (body = "{}") => (await fetchOutgoing(url, { method: "POST", body })).text();

/** Waits until the connection of an answered request is back in the pool. */
const settle = () => new Promise(setImmediate);

describe("an outgoing request", () => {
  it.each([
    ["gzip", gzipSync],
    ["x-gzip", gzipSync],
    ["br", brotliCompressSync],
    ["deflate", deflateSync],
    ["deflate", deflateRawSync],
    ["gzip, br", (text: string) => brotliCompressSync(gzipSync(text))],
  ])("unpacks %s, which it has not asked for", async (encoding, pack) => {
    answer = (_req, res) =>
      res.writeHead(200, { "content-encoding": encoding }).end(pack("We act."));
    const response = await fetchOutgoing(url, { headers: { "accept-encoding": "identity" } });
    expect(await response.text()).toBe("We act.");
  });

  it("follows no redirect, which could lead to another host with the key", async () => {
    answer = (_req, res) => res.writeHead(307, { location: "/other" }).end();
    const response = await fetchOutgoing(url, { method: "POST", body: "{}" });
    expect([response.status, requests.length]).toEqual([307, 1]);
  });

  it("fails with the network's own error", async () => {
    await expect(fetchOutgoing("http://127.0.0.1:2/", {})).rejects.toThrow("ECONNREFUSED");
  });
});

describe("a connection that the server closes", () => {
  const closings: [string, (socket: Socket) => void][] = [
    ["closed", (socket) => socket.destroy()],
    ["reset", (socket) => socket.resetAndDestroy()],
  ];

  it.each(closings)(
    "is replaced when it is kept alive and %s as the second request arrives",
    async (_how, close) => {
      answer = (req, res) =>
        requests.filter(({ socket }) => socket === req.socket).length > 1
          ? close(req.socket)
          : res.end(`answer ${requests.length}`);
      expect(await post("1")).toBe("answer 1");
      await settle();
      expect(await post("2")).toBe("answer 3");
      expect(requests.map(({ body }) => body)).toEqual(["1", "2", "2"]);
    },
  );

  it.each(closings)("fails the request when it is new and %s", async (_how, close) => {
    answer = (req) => close(req.socket);
    await expect(post()).rejects.toThrow(/other side closed|ECONNRESET/);
    expect(requests).toHaveLength(1);
  });

  it.each(closings)("is replaced once only, when the new one is %s too", async (_how, close) => {
    answer = (req, res) => (requests.length > 1 ? close(req.socket) : res.end());
    await post();
    await settle();
    await expect(post()).rejects.toThrow(/other side closed|ECONNRESET/);
    expect(requests).toHaveLength(3);
  });

  it("is replaced by a new one, not by another that was kept alive", async () => {
    const waiting: ServerResponse[] = [];
    answer = (_req, res) => void waiting.push(res);
    const both = [post(), post()];
    while (waiting.length < 2) await settle();
    for (const res of waiting) res.end();
    await Promise.all(both);
    await settle();
    answer = (req, res) =>
      waiting.some(({ req: { socket } }) => socket === req.socket)
        ? req.socket.destroy()
        : res.end("We act.");
    expect(await post()).toBe("We act.");
    expect(requests).toHaveLength(4);
  });

  it("fails the request when bytes of the response have arrived", async () => {
    answer = (req, res) => {
      if (requests.length === 1) res.end();
      else req.socket.write("HTTP/1.1 2", () => req.socket.destroy());
    };
    await post();
    await settle();
    await expect(post()).rejects.toThrow("other side closed");
    expect(requests).toHaveLength(2);
  });

  it("fails the request when the server had time to process it", async () => {
    answer = (_req, res) => res.end();
    await post();
    await settle();
    const now = performance.now();
    answer = ({ socket }) => {
      jest.spyOn(performance, "now").mockReturnValue(now + 3000);
      socket.destroy();
    };
    await expect(post()).rejects.toThrow("other side closed");
    jest.restoreAllMocks();
    expect(requests).toHaveLength(2);
  });
});
