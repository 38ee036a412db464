import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import express, { type Request, type Response } from "express";
import { type MediaResponse, sendLiveStream, sendMedia } from "#api/audio/send-media.ts";
import { listenLocally } from "../helpers/listen-locally.ts";

/** Larger than the buffers of a connection in any operating system. */
const SIZE = 64 * 2 ** 20;
const PIECE = Buffer.alloc(2 ** 20, 1);
const MEDIA = {
  kind: "media",
  type: "audio/mpeg",
  size: SIZE,
  etag: "e",
  cacheControl: "",
} as const;

describe("a client that stops reading a recording", () => {
  let server: Server | undefined;
  let socket: Socket | undefined;
  afterEach(async () => {
    socket?.destroy();
    server?.close();
    if (server) await once(server, "close");
  });

  /** Requests the recording without reading it. Returns the server's response object. */
  const sendRequest = async (read: MediaResponse["read"]): Promise<Response> => {
    const app = express();
    const answering = new Promise<Response>((resolve) =>
      app.get("/", (req, res) => {
        resolve(res);
        return sendMedia(req, res, { ...MEDIA, read }, 100);
      }),
    );
    server = createServer(app);
    socket = connect(await listenLocally(server), "127.0.0.1").pause();
    socket.write("GET / HTTP/1.1\r\nHost: any\r\n\r\n");
    return answering;
  };

  it.each<[string, MediaResponse["read"]]>([
    ["is in memory", () => Buffer.alloc(SIZE, 1)],
    [
      "is read in slices",
      async function* () {
        for (let at = 0; at < SIZE; at += PIECE.length) yield PIECE;
      },
    ],
  ])("is disconnected, where it %s", async (_how, read) => {
    await once(await sendRequest(read), "close");
    let taken = 0;
    socket?.on("data", ({ length }) => (taken += length)).on("error", () => "cut off");
    if (socket) await once(socket.resume(), "close");
    expect(taken).toBeLessThan(SIZE);
  });
});

describe("a HEAD request", () => {
  const read = jest.fn(() => PIECE);
  const start = jest.fn(() => () => undefined);
  let server: Server;
  let port: number;
  const sendRequest = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: "HEAD" });
    return { status: answer.status, type: answer.headers.get("content-type") };
  };
  beforeAll(async () => {
    const app = express();
    app.get("/recording", (req, res) => sendMedia(req, res, { ...MEDIA, read }));
    app.get("/live", (req, res) =>
      sendLiveStream(req, res, { kind: "live", type: "audio/mpeg", start }),
    );
    server = createServer(app);
    port = await listenLocally(server);
  });
  afterAll(() => server.close());

  it("for a recording does not read its bytes", async () => {
    expect(await sendRequest("/recording")).toEqual({ status: 200, type: "audio/mpeg" });
    expect(read).not.toHaveBeenCalled();
  });

  it("for a live stream ends and does not count a listener", async () => {
    expect(await sendRequest("/live")).toEqual({ status: 200, type: "audio/mpeg" });
    expect(start).not.toHaveBeenCalled();
  });
});

it("a recording that cannot be read to its end fails, and its connection is closed", async () => {
  const failure = new Error("the database is down");
  const read = async function* () {
    yield PIECE;
    throw failure;
  };
  const app = express();
  const failing = new Promise((resolve) =>
    app.get("/", (req, res) => {
      resolve(sendMedia(req, res, { ...MEDIA, read }).catch((err: unknown) => err));
    }),
  );
  const server = createServer(app);
  const answer = await fetch(`http://127.0.0.1:${await listenLocally(server)}`);
  await expect(answer.arrayBuffer()).rejects.toThrow("terminated");
  expect(await failing).toBe(failure);
  server.close();
});

it("a live stream stops at once if its listener left before it started", async () => {
  const stop = jest.fn();
  const server = createServer();
  const port = await listenLocally(server);
  const client = connect(port, "127.0.0.1");
  client.write("GET / HTTP/1.1\r\nHost: any\r\n\r\n");
  const [req, res] = (await once(server, "request")) as [Request, Response];
  const closed = once(res, "close");
  client.destroy();
  await closed;
  req.get = () => undefined;
  sendLiveStream(req, res, { kind: "live", type: "audio/mpeg", start: () => stop });
  expect(stop).toHaveBeenCalledTimes(1);
  server.close();
});
