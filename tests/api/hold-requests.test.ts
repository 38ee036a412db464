import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import express, { type RequestHandler } from "express";
import { addRoutes, createApp } from "#api/app.ts";
import { holdRequests } from "#api/http/hold-requests.ts";
import { readEnv } from "#infra/env.ts";
import { testLogger } from "../harness.ts";

const pass: RequestHandler = (_req, _res, next) => next();

/** Counts the requests that arrive in the same turn of the event loop. */
const countTogether = (): { counts: number[]; handler: RequestHandler } => {
  const counts: number[] = [];
  let isSameTurn = false;
  const handler: RequestHandler = (_req, res) => {
    if (!isSameTurn) counts.push(0);
    isSameTurn = true;
    setImmediate(() => (isSameTurn = false));
    counts.push((counts.pop() ?? 0) + 1);
    res.status(204).end();
  };
  return { counts, handler };
};

/** Sends the requests one after another within one hold, and then ends the hold. */
const postInOneHold = async (app: express.Express, paths: readonly string[]): Promise<number> => {
  const server = createServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  const responses = text(socket);
  for (const [index, path] of paths.entries()) {
    const connection = index === paths.length - 1 ? "close" : "keep-alive";
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: ${connection}\r\nContent-Length: 0\r\n\r\n`,
    );
    await once(server, "request");
  }
  jest.runOnlyPendingTimers();
  const count = (await responses).split("HTTP/1.1 204").length - 1;
  server.close();
  return count;
};

beforeEach(() => void jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick", "Date"] }));
afterEach(() => void jest.useRealTimers());

test("requests that arrive within the time of a hold are passed on together", async () => {
  const { counts, handler } = countTogether();
  const app = express().use(holdRequests(20), handler);
  expect(await postInOneHold(app, ["/", "/", "/"])).toBe(3);
  expect(await postInOneHold(app, ["/"])).toBe(1);
  expect(counts).toEqual([3, 1]);
});

test("the sessions of reactions and of reports of seen turns are read together", async () => {
  const { counts, handler } = countTogether();
  const app = createApp(false);
  const parts = {
    context: { env: readEnv({}), logger: testLogger, lists: {}, throttles: {} },
    sessions: { middleware: handler },
    checkOrigin: () => "same",
    shutdown: { closeConnections: pass },
  };
  addRoutes(app, parts as unknown as Parameters<typeof addRoutes>[1]);
  for (const path of ["/api/turns/1/reactions", "/api/turns/1/seen"])
    expect(await postInOneHold(app, [path, path, path])).toBe(3);
  expect(counts).toEqual([3, 3]);
});
