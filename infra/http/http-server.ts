import {
  createServer,
  IncomingMessage,
  type RequestListener,
  type Server,
  ServerResponse,
  type ServerOptions,
} from "node:http";
import type { Duplex } from "node:stream";
import { ERROR_STATUS, type ErrorBody } from "#shared/contract/errors.ts";
import { parseHostHeader } from "./host-check.ts";
import { addHeadersToNextResponse, sendRawResponse } from "./raw-response.ts";
import { replayWithoutUpgrade, getCurrentResponse } from "./replay-request.ts";

/**
 * Paths that are served for any host, because orchestrators send the container's address as Host.
 */
const PROBE_PATHS = new Set(["/healthz", "/readyz"]);

/** Statuses for errors of Node's HTTP parser. Any other error is answered with 400. */
const CLIENT_ERROR_STATUS: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

const UNKNOWN_HOST_ERROR: ErrorBody = {
  code: "unknown_host",
  message:
    "This server doesn't answer for this host name. Its operator can add the name to ALLOWED_HOSTS.",
};

/** Since version 25, Node itself reads the body of a request with an `Upgrade` header. */
const NODE_READS_UPGRADE_BODIES = Number.parseInt(process.versions.node, 10) >= 25;

/**
 * The redirect is temporary, because browsers would keep a permanent one after the operator has
 * changed the origin.
 */
const TEMPORARY_REDIRECT = 307;

interface Refusal {
  status: number;
  body: ErrorBody;
  headers?: Record<string, string>;
}

export interface HttpServerRules {
  servesHost: (host: string | undefined) => boolean;
  isHttps?: boolean;
  /** Returns whether X-Forwarded-Host is trusted if it comes from this address. */
  trustsProxy?: (address: string | undefined) => boolean;
  webSocketPath?: string;
  /** If set, navigations to any other host are redirected to this origin. */
  publicOrigin?: string | undefined;
}

interface HttpServerOptions extends HttpServerRules {
  server?: ServerOptions;
  /**
   * Called once with the prototypes of this server's requests and responses. Express adds its own
   * methods to them.
   */
  setPrototypes?: (request: IncomingMessage, response: ServerResponse) => void;
}

const fixedHeaders = (isHttps: boolean): Record<string, string> => ({
  "X-Content-Type-Options": "nosniff",
  ...(isHttps && { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" }),
});

const getPath = (url = "/"): string => url.split("?", 1)[0] ?? "/";

/** Matches a request target that is an absolute URL instead of a path. */
const ABSOLUTE_URL_PATTERN = /^https?:\/\/(?:[^/?#]*@)?([^/?#]*)\/?/i;

/** Returns all hosts that a request names. The request is refused if one of them is not allowed. */
const getRequestHosts = (
  req: IncomingMessage,
  { trustsProxy }: HttpServerRules,
): (string | undefined)[] => {
  const { host, "x-forwarded-host": forwarded } = req.headers;
  const [original = ""] = String(forwarded ?? "").split(",", 1);
  const isForwarded = original !== "" && trustsProxy?.(req.socket.remoteAddress);
  const [, targetHost] = ABSOLUTE_URL_PATTERN.exec(req.url ?? "") ?? [];
  return [isForwarded ? original.trim() : host, ...(targetHost === undefined ? [] : [targetHost])];
};

/**
 * Whether a browser opens a page. Requests that a page's script or another program sends are not
 * navigations.
 */
const isNavigation = ({ method, headers }: IncomingMessage): boolean =>
  (method === "GET" || method === "HEAD") &&
  (headers["sec-fetch-mode"] === "navigate" || (headers.accept ?? "").startsWith("text/html"));

const hasTwoHosts = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === "host").length > 1;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Removes the listeners of an event. Returns a function that calls them. */
const detachListeners = (server: Server, event: string) => {
  const listeners = server.listeners(event);
  server.removeAllListeners(event);
  return (...args: unknown[]): void => {
    for (const listener of listeners) Reflect.apply(listener, server, args);
  };
};

/**
 * Creates the HTTP server of a process. All responses carry the fixed headers, including those that
 * Node and engine.io write. Requests for unknown hosts get 421, which prevents DNS rebinding.
 * Requests to upgrade to anything but WebSocket are answered as plain HTTP/1.1.
 */
export const createHttpServer = (
  { server: options = {}, setPrototypes, ...rules }: HttpServerOptions,
  listener: RequestListener,
): Server => {
  const headers = fixedHeaders(rules.isHttps ?? false);
  const entries = Object.entries(headers);
  class Request extends IncomingMessage {}
  class Response extends ServerResponse {
    // Sets the fixed headers at the last moment: every response calls this method, and an error
    // handler may have cleared headers that were set earlier.
    override writeHead(...args: unknown[]): this {
      for (const [name, value] of entries) this.setHeader(name, value);
      return Reflect.apply(super.writeHead, this, args);
    }
  }
  setPrototypes?.(Request.prototype, Response.prototype);

  const isWebSocket = ({ method, url = "", headers: { upgrade = "" } }: IncomingMessage): boolean =>
    rules.webSocketPath !== undefined &&
    method === "GET" &&
    upgrade.toLowerCase() === "websocket" &&
    url.replace(ABSOLUTE_URL_PATTERN, "/").startsWith(rules.webSocketPath);
  const upgradeOptions = NODE_READS_UPGRADE_BODIES && {
    shouldUpgradeCallback: (req: IncomingMessage) => isWebSocket(req) || !hasBody(req),
  };
  const server = createServer(
    { ...options, ...upgradeOptions, IncomingMessage: Request, ServerResponse: Response },
    listener,
  );

  const publicHost = rules.publicOrigin && parseHostHeader(new URL(rules.publicOrigin).host);
  const isOtherHost = (host = ""): boolean => parseHostHeader(host) !== publicHost;

  /**
   * Returns why a request is refused, or null. Also replaces an absolute request target by its
   * path.
   */
  const findRefusal = (req: IncomingMessage): Refusal | null => {
    const hosts = getRequestHosts(req, rules);
    req.url = (req.url ?? "/").replace(ABSOLUTE_URL_PATTERN, "/");
    const isProbe =
      (req.method === "GET" || req.method === "HEAD") && PROBE_PATHS.has(getPath(req.url));
    if (hasTwoHosts(req))
      return {
        status: 400,
        body: { code: "malformed", message: "A request must have one Host header." },
      };
    if (isProbe) return null;
    if (rules.publicOrigin && isNavigation(req) && hosts.some(isOtherHost))
      return {
        status: TEMPORARY_REDIRECT,
        body: { code: "unknown_host", message: `This site is at ${rules.publicOrigin}.` },
        headers: { Location: rules.publicOrigin + req.url },
      };
    if (hosts.every((host) => rules.servesHost(host))) return null;
    return { status: ERROR_STATUS.unknown_host, body: UNKNOWN_HOST_ERROR };
  };
  const json = { "Content-Type": "application/json", "Cache-Control": "no-store" };

  // Runs after libraries have attached their listeners, to put these checks before them.
  server.once("listening", () => {
    const answerRequest = detachListeners(server, "request");
    const answerUpgrade = detachListeners(server, "upgrade");
    const onRequest = (req: IncomingMessage, res: ServerResponse): void => {
      const refusal = findRefusal(req);
      if (!refusal) return answerRequest(req, res);
      res.writeHead(refusal.status, { ...json, ...refusal.headers, Connection: "close" });
      res.end(JSON.stringify(refusal.body));
    };
    server
      .on("request", onRequest)
      // Node would answer an unknown `Expect` header with 417, even for an unknown host. The header
      // is ignored instead.
      .on("checkExpectation", onRequest)
      .on("upgrade", (req: IncomingMessage, socket: Duplex, head: Buffer) => {
        if (!isWebSocket(req)) {
          if (!replayWithoutUpgrade(server, req, socket, head))
            sendRawResponse(socket, 431, headers);
          return;
        }
        const refusal = findRefusal(req);
        if (refusal)
          return sendRawResponse(
            socket,
            refusal.status,
            { ...headers, ...json },
            JSON.stringify(refusal.body),
          );
        addHeadersToNextResponse(socket, headers);
        answerUpgrade(req, socket, head);
      })
      // A CONNECT request asks for a forward proxy. This server is not one.
      .on("connect", (_req: IncomingMessage, socket: Duplex) =>
        sendRawResponse(socket, 501, headers),
      )
      .on("clientError", ({ code = "" }: NodeJS.ErrnoException, socket: Duplex) => {
        if (!socket.writable || getCurrentResponse(socket)?.headersSent) socket.destroy();
        else sendRawResponse(socket, CLIENT_ERROR_STATUS[code] ?? 400, headers);
      });
  });
  return server;
};
