import { randomUUID } from "node:crypto";
import type { Request, RequestHandler } from "express";
import { z } from "zod";
import type { Logger } from "#infra/logger.ts";
import { requests } from "#infra/metrics/metrics.ts";
import { isRequestId } from "#infra/request-id.ts";

declare module "express-serve-static-core" {
  interface Request {
    /** The caller's X-Request-Id, or one made here. */
    id: string;
    /** Ids of what the request has made, for its line in the log. */
    about?: Record<string, number>;
  }
}

/** Express knows no more of it than that it is there. */
const RouteOfRequest = z.object({ path: z.string() });

/** Parts of a query that can hold nobody's secret and nobody's words. */
const TOLD = new Set(
  "turnId version provider secondary download retry t noCache altFormat sort page perPage turns tab EIO transport".split(
    " ",
  ),
);
const LONGEST_URL = 500;

/** An address as the log has it: old clients send a token there, and forms whatever they hold. */
export const loggedUrl = (url: string): string => {
  const [path = "", ...query] = url.slice(0, LONGEST_URL).split(/[?&]/);
  const parts = query.map((part) => {
    const [name = "", ...value] = part.split("=");
    if (TOLD.has(name)) return part;
    return value.length > 0 && /^\w{1,30}$/.test(name) ? `${name}=[redacted]` : "[redacted]";
  });
  return parts.length > 0 ? `${path}?${parts.join("&")}` : path;
};

/** The route as it is written in the code, of which there are so many: addresses are countless. */
const routeOf = ({ baseUrl, route }: Request): string => {
  const { path } = RouteOfRequest.safeParse(route).data ?? {};
  return path === undefined ? "none" : `${baseUrl}${path}`;
};

/** One line for each request, without cookies and bodies; its id is in the answer and in errors. */
export const logRequests = (logger: Logger): RequestHandler => {
  // Nothing in its lines could hold a secret, and there are many of them.
  const log = logger.child({}, { redact: [] });
  return (req, res, next) => {
    const startedAt = performance.now();
    const given = req.headers["x-request-id"];
    req.id = typeof given === "string" && isRequestId(given) ? given : randomUUID();
    res.setHeader("X-Request-Id", req.id);
    res.once("close", () => {
      const ms = performance.now() - startedAt;
      requests.observe(
        {
          http_request_method: req.method,
          http_route: routeOf(req),
          http_response_status_code: res.statusCode,
        },
        ms / 1000,
      );
      log.info(
        {
          requestId: req.id,
          method: req.method,
          url: loggedUrl(req.originalUrl),
          status: res.statusCode,
          ms: Math.round(ms),
          userId: req.session?.userId,
          ...req.about,
          ...(!res.writableFinished && { aborted: true }),
        },
        "request",
      );
    });
    next();
  };
};
