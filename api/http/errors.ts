import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import { driverError, isCanceled, isOutage } from "#infra/db/outage.ts";
import { sparing } from "#infra/sparing.ts";
import { DomainError, ERROR_STATUS, type ErrorBody } from "#shared/contract/errors.ts";
import type { Context } from "../context.ts";
import { senderAt } from "./address.ts";
import { routeOf } from "./log-requests.ts";
import { viewerOf } from "./session.ts";

const RETRY_AFTER_OUTAGE_S = 2;
const RETRY_LATER_S = 10;
const TOO_SLOW = "This took too long. Please try again shortly.";
/** SQLSTATE for text with a NUL character, which PostgreSQL cannot store. */
const UNSTORABLE_TEXT = "22021";

const fromStatus = (status: number): DomainError | null => {
  if (status === 413) return new DomainError("too_large", "The request is larger than 100 kB.");
  if (status === 415)
    return new DomainError("unsupported_media_type", "The request's body must be JSON in UTF-8.");
  if (status >= 400 && status < 500)
    return new DomainError("malformed", "The request could not be understood.");
  return null;
};

export const toDomainError = (err: unknown): DomainError => {
  if (err instanceof DomainError) return err;
  if (isOutage(err))
    return new DomainError(
      "out_of_service",
      "The service is unavailable. Please try again shortly.",
      { retryAfter: RETRY_AFTER_OUTAGE_S, cause: err },
    );
  if (isCanceled(err))
    return new DomainError("unavailable", TOO_SLOW, {
      retryAfter: RETRY_AFTER_OUTAGE_S,
      cause: err,
    });
  if (driverError(err).code === UNSTORABLE_TEXT)
    return new DomainError("malformed", "Text may not hold the NUL character.");
  const known =
    err instanceof Error && "status" in err && typeof err.status === "number"
      ? fromStatus(err.status)
      : null;
  return (
    known ??
    new DomainError("internal", "Something went wrong on our side. Please try again.", {
      cause: err,
    })
  );
};

export const errorBody = ({ message, code, fields }: DomainError): ErrorBody => ({
  message,
  code,
  ...(fields && { fields }),
});

type WriteError = (error: DomainError, req: Request, res: Response) => void;

export const asJson: WriteError = (error, _req, res) => void res.json(errorBody(error));

/** Logs that a request was denied, if the error is a denial. */
export const logIfDenied = (
  { logDenial }: Pick<Context, "logDenial">,
  { isDenial, code }: DomainError,
  req: Request,
): void => {
  if (!isDenial) return;
  logDenial({
    requestId: req.id,
    route: routeOf(req),
    method: req.method,
    viewer: viewerOf(req),
    reason: code,
    address: senderAt(req.ip),
  });
};

/** Error middleware: the only place where an error becomes a status. */
export const answerErrors =
  (context: Pick<Context, "logger" | "logDenial">, write: WriteError): ErrorRequestHandler =>
  (err, req, res, _next) => {
    const { logger } = context;
    const error = toDomainError(err);
    logIfDenied(context, error, req);
    // An expected error for a client that disconnected is not logged.
    const isNobodys = res.closed && error === err && error.cause === undefined;
    // 503 errors are throttled, because under load all requests fail alike. The request log still
    // has one line for each.
    const log = ERROR_STATUS[error.code] === 503 ? sparing(logger) : logger;
    if (ERROR_STATUS[error.code] >= 500 && !isNobodys)
      log.error({ requestId: req.id, err: error.cause ?? error }, error.message);
    // Express would write the error into the started response. Destroying the socket signals a
    // truncated response.
    if (res.headersSent) {
      req.socket.destroy();
      return;
    }
    const status = ERROR_STATUS[error.code];
    const retryAfter = error.retryAfter ?? (status === 503 ? RETRY_LATER_S : undefined);
    if (retryAfter !== undefined) res.set("Retry-After", String(retryAfter));
    // Prevents caches from storing an error, which may be temporary.
    if (!res.hasHeader("Cache-Control")) res.set("Cache-Control", "no-store");
    res.status(status);
    write(error, req, res);
  };

export const answerUnknownEndpoint: RequestHandler = (req) => {
  throw new DomainError("not_found", `There is no ${req.method} ${req.baseUrl}${req.path}`);
};
