import { randomUUID } from "node:crypto";
import type { RequestHandler } from "express";
import type { Logger } from "#infra/logger.ts";

declare module "express-serve-static-core" {
  interface Request {
    /** The caller's X-Request-Id, or one made here. */
    id: string;
  }
}

/** Old clients send a token where everybody can read it. */
const withoutToken = (url: string): string => url.replace(/([?&]token=)[^&]*/gi, "$1[redacted]");

const USABLE_ID = /^[\w.-]{1,64}$/;

/** One line for each request, without cookies and bodies; its id is in the answer and in errors. */
export const logRequests = (logger: Logger): RequestHandler => {
  // Nothing in its lines could hold a secret, and there are many of them.
  const log = logger.child({}, { redact: [] });
  return (req, res, next) => {
    const startedAt = performance.now();
    const given = req.headers["x-request-id"];
    req.id = typeof given === "string" && USABLE_ID.test(given) ? given : randomUUID();
    res.setHeader("X-Request-Id", req.id);
    res.once("close", () => {
      log.info(
        {
          requestId: req.id,
          method: req.method,
          url: withoutToken(req.originalUrl),
          status: res.statusCode,
          ms: Math.round(performance.now() - startedAt),
          userId: req.session?.userId,
          ...(!res.writableFinished && { aborted: true }),
        },
        "request",
      );
    });
    next();
  };
};
