import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Express } from "express";
import { createHttpServer, type HttpServerRules } from "#infra/http/http-server.ts";

const SHUTDOWN_GRACE_MS = 8000;
const IDLE_SWEEP_INTERVAL_MS = 50;

/**
 * Load balancers must close idle connections before this server does. Otherwise they would send
 * requests on connections that the server has just closed.
 */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

/** Time limits for headers and whole requests, against clients that send slowly (slowloris). */
const HEADERS_TIMEOUT_MS = 5000;
const REQUEST_TIMEOUT_MS = 15_000;
const TIMEOUT_CHECK_INTERVAL_MS = 1000;

const SOCKET_PATH = "/socket.io/";

const SERVER_OPTIONS = {
  keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  headersTimeout: HEADERS_TIMEOUT_MS,
  requestTimeout: REQUEST_TIMEOUT_MS,
  connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
};

/**
 * Creates the HTTP server. Its requests and responses have the application's prototypes from the
 * start. Express would change the prototype of each one, which makes property access in V8 slow.
 */
export const createAppServer = (
  app: Express,
  rules: Pick<HttpServerRules, "servesHost" | "isHttps" | "publicOrigin">,
): Server => {
  const isTrusted = app.get("trust proxy fn") as (address: string | undefined, hop: 0) => boolean;
  return createHttpServer(
    {
      ...rules,
      webSocketPath: SOCKET_PATH,
      trustsProxy: (address) => isTrusted(address, 0),
      server: SERVER_OPTIONS,
      setPrototypes(request, response) {
        app.request = Object.setPrototypeOf(request, app.request);
        app.response = Object.setPrototypeOf(response, app.response);
      },
    },
    app,
  );
};

/** Listens on `port`, or on any free port if it is 0. Returns the port. Throws if it is taken. */
export const listen = async (server: Server, port: number): Promise<number> => {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (err: NodeJS.ErrnoException) => {
      if (err.code !== "EADDRINUSE") reject(err);
      else reject(new Error(`Port ${port} is already in use. Set PORT to another one.`));
    });
    server.listen(port, resolve);
  });
  return (server.address() as AddressInfo).port; // a server on a port always has an AddressInfo
};

/** Stops accepting connections. Resolves when all existing ones are closed. */
export const stopListening = (server: Server): Promise<void> =>
  new Promise((resolve) => server.close(() => resolve()));

/**
 * Waits for `close`, which must close the server. Closes connections as they become idle, and all
 * of them after the shutdown timeout.
 */
export const closeWithGrace = async (
  server: Server,
  close: () => Promise<unknown>,
): Promise<void> => {
  const idleSweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_INTERVAL_MS);
  const graceTimer = setTimeout(() => server.closeAllConnections(), SHUTDOWN_GRACE_MS);
  try {
    await close();
  } finally {
    clearInterval(idleSweep);
    clearTimeout(graceTimer);
  }
};
