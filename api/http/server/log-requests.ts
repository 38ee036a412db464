import { randomUUID } from "node:crypto";
import type { Request, RequestHandler } from "express";
import { z } from "zod";
import type { Logger } from "#infra/logger.ts";
import { httpRequestDuration } from "#infra/metrics/registry.ts";
import { isValidRequestId } from "#infra/request-id.ts";

declare module "express-serve-static-core" {
  interface Request {
    /** The client's X-Request-Id, or a new UUID. */
    id: string;
    /** Ids of rows the request created, for its log line. */
    about?: Record<string, number>;
  }
}

const RouteOfRequest = z.object({ path: z.string() });

/** Query parameters without secrets or personal data. */
const LOGGED_QUERY_KEYS = new Set(
  "turnId version provider secondary download retry t noCache altFormat sort page perPage turns tab EIO transport".split(
    " ",
  ),
);
const MAX_URL_LENGTH = 500;

/**
 * Returns a URL for the log. Redacts unknown query parameters, which can be tokens of old clients
 * or any text from a form.
 */
export const redactUrl = (url: string): string => {
  const [path = "", ...query] = url.slice(0, MAX_URL_LENGTH).split(/[?&]/);
  const parts = query.map((part) => {
    const [name = "", ...value] = part.split("=");
    if (LOGGED_QUERY_KEYS.has(name)) return part;
    return value.length > 0 && /^\w{1,30}$/.test(name) ? `${name}=[redacted]` : "[redacted]";
  });
  return parts.length > 0 ? `${path}?${parts.join("&")}` : path;
};

/**
 * Returns the pattern of the matched route, or `none`. Metric labels need patterns, because URLs
 * have endlessly many values.
 */
export const findRoutePath = ({ baseUrl, route }: Request): string => {
  const { path } = RouteOfRequest.safeParse(route).data ?? {};
  return path === undefined ? "none" : `${baseUrl}${path}`;
};

/**
 * Logs one line per request, without cookies and bodies. The request id is also in the response and
 * in error logs.
 */
export const logRequests = (logger: Logger): RequestHandler => {
  // Skips the redaction of secrets, because it takes time and these lines contain none.
  const log = logger.child({}, { redact: [] });
  return (req, res, next) => {
    const startedAt = performance.now();
    const receivedId = req.headers["x-request-id"];
    req.id =
      typeof receivedId === "string" && isValidRequestId(receivedId) ? receivedId : randomUUID();
    res.setHeader("X-Request-Id", req.id);
    res.once("close", () => {
      const ms = performance.now() - startedAt;
      httpRequestDuration.observe(
        {
          http_request_method: req.method,
          http_route: findRoutePath(req),
          http_response_status_code: res.statusCode,
        },
        ms / 1000,
      );
      log.info(
        {
          requestId: req.id,
          method: req.method,
          url: redactUrl(req.originalUrl),
          status: res.statusCode,
          ms: Math.round(ms),
          userId: req.session?.userId,
          ...req.about,
          ...(!res.writableFinished && { aborted: true }),
        },
        "request.completed",
      );
    });
    next();
  };
};
