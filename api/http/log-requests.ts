import { randomUUID } from "node:crypto";
import type { RequestHandler } from "express";
import type { Logger } from "#infra/logger.ts";
import { isRequestId } from "#infra/request-id.ts";

declare module "express-serve-static-core" {
  interface Request {
    /** The caller's X-Request-Id, or one made here. */
    id: string;
    /** Ids of what the request has made, for its line in the log. */
    about?: Record<string, number>;
  }
}

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
      log.info(
        {
          requestId: req.id,
          method: req.method,
          url: loggedUrl(req.originalUrl),
          status: res.statusCode,
          ms: Math.round(performance.now() - startedAt),
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
