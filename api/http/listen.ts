import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Express } from "express";
import { createHttpServer, type HttpRules } from "#infra/http/http-server.ts";

/** What requests under way get when the process is asked to end. */
const GRACE_MS = 8000;
const SWEEP_MS = 50;

/** Longer than a load balancer keeps an idle connection, so that it never finds one just closed. */
const KEEP_ALIVE_MS = 65_000;

/** Headers, and all of a request, come in this time: who sends them drop by drop is dropped. */
const HEADERS_MS = 5000;
const REQUEST_MS = 15_000;
const CHECK_MS = 1000;

/** Socket.IO's own path. */
const SOCKET_PATH = "/socket.io/";

const SERVER_OPTIONS = {
  keepAliveTimeout: KEEP_ALIVE_MS,
  headersTimeout: HEADERS_MS,
  requestTimeout: REQUEST_MS,
  connectionsCheckingInterval: CHECK_MS,
};

/**
 * A server whose requests and responses are the application's from birth. Express would change
 * the prototype of each, after which V8 looks every one of their properties up the slow way.
 */
export const createAppServer = (
  app: Express,
  rules: Pick<HttpRules, "servesHost" | "isHttps">,
): Server => {
  const isTrusted = app.get("trust proxy fn") as (address: string | undefined, hop: 0) => boolean;
  return createHttpServer(
    {
      ...rules,
      webSocketPath: SOCKET_PATH,
      trustsProxy: (address) => isTrusted(address, 0),
      server: SERVER_OPTIONS,
      adopt(request, response) {
        app.request = Object.setPrototypeOf(request, app.request);
        app.response = Object.setPrototypeOf(response, app.response);
      },
    },
    app,
  );
};

/** Listens, on a free port for 0, and returns the port. Throws a sentence when it is taken. */
export const listen = async (server: Server, port: number): Promise<number> => {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (err: NodeJS.ErrnoException) => {
      if (err.code !== "EADDRINUSE") reject(err);
      else reject(new Error(`Port ${port} is taken. Set PORT to another one.`));
    });
    server.listen(port, resolve);
  });
  return (server.address() as AddressInfo).port; // a server on a port has always such an address
};

/** Takes no new connections; resolves when those there are have gone. */
export const stopListening = (server: Server): Promise<void> =>
  new Promise((resolve) => server.close(() => resolve()));

/**
 * Waits for `close`, which has to close the server, while connections go as soon as their request
 * is answered; what is not answered within the grace is cut.
 */
export const closeInGrace = async (
  server: Server,
  close: () => Promise<unknown>,
): Promise<void> => {
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const grace = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  try {
    await close();
  } finally {
    clearInterval(sweep);
    clearTimeout(grace);
  }
};
