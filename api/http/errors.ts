import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import {
  unwrapDriverError,
  isStatementTimeout,
  isOutage,
} from "#infra/db/connection/database-errors.ts";
import { getThrottledLogger } from "#infra/throttled-logger.ts";
import { DomainError, ERROR_STATUS, type ErrorBody } from "#shared/contract/errors.ts";
import type { Context } from "../context.ts";
import { normalizeClientAddress } from "./rate-limiting/client-address.ts";
import { findRoutePath } from "./server/log-requests.ts";
import { getViewer } from "./session/session.ts";

const OUTAGE_RETRY_AFTER_S = 2;
const DEFAULT_RETRY_AFTER_S = 10;
const TIMEOUT_MESSAGE = "This took too long. Please try again shortly.";
/** SQLSTATE for text with a NUL character, which PostgreSQL cannot store. */
const UNSTORABLE_TEXT_SQLSTATE = "22021";

const toErrorFromStatus = (status: number): DomainError | null => {
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
      { retryAfter: OUTAGE_RETRY_AFTER_S, cause: err },
    );
  if (isStatementTimeout(err))
    return new DomainError("unavailable", TIMEOUT_MESSAGE, {
      retryAfter: OUTAGE_RETRY_AFTER_S,
      cause: err,
    });
  if (unwrapDriverError(err).code === UNSTORABLE_TEXT_SQLSTATE)
    return new DomainError("malformed", "Text must not contain the NUL character.");
  const httpError =
    err instanceof Error && "status" in err && typeof err.status === "number"
      ? toErrorFromStatus(err.status)
      : null;
  return (
    httpError ??
    new DomainError("internal", "Something went wrong on our side. Please try again.", {
      cause: err,
    })
  );
};

export const toErrorBody = ({ message, code, fields }: DomainError): ErrorBody => ({
  message,
  code,
  ...(fields && { fields }),
});

type WriteError = (error: DomainError, req: Request, res: Response) => void;

export const writeJsonError: WriteError = (error, _req, res) => void res.json(toErrorBody(error));

export const logIfDenied = (
  { logDenial }: Pick<Context, "logDenial">,
  { isDenial, code }: DomainError,
  req: Request,
): void => {
  if (!isDenial) return;
  logDenial({
    requestId: req.id,
    route: findRoutePath(req),
    method: req.method,
    viewer: getViewer(req),
    reason: code,
    address: normalizeClientAddress(req.ip),
  });
};

/** Error middleware: the only place where an error becomes an HTTP status. */
export const createErrorHandler =
  (context: Pick<Context, "logger" | "logDenial">, write: WriteError): ErrorRequestHandler =>
  (err, req, res, _next) => {
    const { logger } = context;
    const error = toDomainError(err);
    logIfDenied(context, error, req);
    // If the client has disconnected, only unexpected errors are logged.
    const isClientGone = res.closed && error === err && error.cause === undefined;
    // 503 errors are throttled, because under load all requests fail alike. The request log still
    // has one line for each.
    const log = ERROR_STATUS[error.code] === 503 ? getThrottledLogger(logger) : logger;
    if (ERROR_STATUS[error.code] >= 500 && !isClientGone)
      log.error({ requestId: req.id, err: error.cause ?? error }, error.message);
    // A part of the response is already sent, and Express would append the error to it. Destroying
    // the socket signals a truncated response instead.
    if (res.headersSent) {
      req.socket.destroy();
      return;
    }
    const status = ERROR_STATUS[error.code];
    const retryAfter = error.retryAfter ?? (status === 503 ? DEFAULT_RETRY_AFTER_S : undefined);
    if (retryAfter !== undefined) res.set("Retry-After", String(retryAfter));
    // Prevents caches from storing an error, which may be temporary.
    if (!res.hasHeader("Cache-Control")) res.set("Cache-Control", "no-store");
    res.status(status);
    write(error, req, res);
  };

export const handleUnknownEndpoint: RequestHandler = (req) => {
  throw new DomainError("not_found", `There is no ${req.method} ${req.baseUrl}${req.path}`);
};
