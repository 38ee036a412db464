import { createServer, type IncomingMessage } from "node:http";
import { Server } from "socket.io";
import type { ClientEvents, ServerEvents } from "#shared/contract/events.ts";
import { listenLocally } from "../helpers/listen-locally.ts";

export interface ReceivedRequest {
  method: string;
  path: string;
  body: unknown;
  /** The Idempotency-Key header. */
  key?: unknown;
}

type FakeResponse = [status: number, body?: unknown, headers?: Record<string, string>];
export type FakeResponses = Record<
  string,
  FakeResponse | ((requests: ReceivedRequest) => FakeResponse | Promise<FakeResponse>)
>;

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : undefined;
};

/** Pages send this request after a pause in typing, at a time that tests do not control. */
const DETECTION_PATH = "/api/debates/language";

const ROUND_HEADER = "x-test-round";

/** Starts a local API server that records requests and sends the configured responses. */
export const startFakeApi = async () => {
  const requests: ReceivedRequest[] = [];
  let answers: FakeResponses = {};
  let round = 0;
  // `round` counts the calls of `respond`. Each request carries the round in which it was sent, so
  // that a late request from the previous test's page does not count for the next test.
  const send = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set(ROUND_HEADER, String(round));
    return send(input, { ...init, headers });
  };
  const server = createServer(async (request, response) => {
    const { method = "GET", url: path = "/" } = request;
    const key = request.headers["idempotency-key"];
    const received = { method, path, body: await bodyOf(request), key };
    const isOfRound = request.headers[ROUND_HEADER] === String(round);
    if (isOfRound && path !== DETECTION_PATH) requests.push(received);
    const configured = answers[`${method} ${path}`] ?? [404, { message: "Not found" }];
    const [status, body, headers] =
      typeof configured === "function" ? await configured(received) : configured;
    response.writeHead(status, { "Content-Type": "application/json", ...headers });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  });
  const io = new Server<ClientEvents, ServerEvents>(server);
  io.on("connection", (socket) =>
    socket.on("debate:join", (_request, respond) => respond({ ok: true, watchers: 1 })),
  );
  const port = await listenLocally(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    io,
    /** Requests sent since the last call of `respond`, except those that detect a language. */
    requests,
    respond(next: FakeResponses) {
      answers = next;
      requests.length = 0;
      round += 1;
    },
    stop: async () => {
      globalThis.fetch = send;
      const closed = io.close();
      // Without this, `close` would wait for the connections of aborted requests.
      server.closeAllConnections();
      await closed;
    },
  };
};

export type FakeApi = Awaited<ReturnType<typeof startFakeApi>>;
