import {
  QueryFailedError,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
} from "typeorm";

/**
 * SQLSTATE: connection exceptions, shutdown, starting up; no connection, disk or memory left; a
 * database, or a copy of one, that only lets itself be read.
 */
const SQL_STATES = /^(08|57P0[123]|53|58030|25006)/;
const NETWORK_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EHOSTUNREACH",
]);
/** The driver gives its own errors no code, so these are told by their words: here and nowhere else. */
const NO_ANSWER = "Query read timeout";
const DRIVER_MESSAGES = new RegExp(
  `^(${NO_ANSWER}|Connection terminated|timeout exceeded when|Client (was closed|has encount))`,
);

/** TypeORM takes a broken connection from whoever still has something to say over it. */
const isTakenAway = (err: unknown): boolean =>
  err instanceof QueryRunnerAlreadyReleasedError ||
  err instanceof QueryRunnerProviderAlreadyReleasedError;

interface DriverError {
  message?: unknown;
  code?: unknown;
  syscall?: unknown;
}

/** A server's socket is gone with it; any other file that is not there is no outage. */
const hasNoSocket = ({ code, syscall }: DriverError): boolean =>
  code === "ENOENT" && syscall === "connect";

/** What the driver said, out of TypeORM's wrapping. */
export const driverError = (err: unknown): DriverError => {
  const cause: unknown = err instanceof QueryFailedError ? err.driverError : err;
  return typeof cause === "object" && cause !== null ? cause : {};
};

/** Whether an answer did not come in time. */
export const isUnanswered = (err: unknown): boolean => driverError(err).message === NO_ANSWER;

/** SQLSTATE of a statement that was canceled, as by `statement_timeout`. */
const CANCELED = "57014";
const NO_CONNECTION_FREE = "timeout exceeded when trying to connect";

/** Whether a statement ran longer than it may. */
export const isCanceled = (err: unknown): boolean => driverError(err).code === CANCELED;

/** Whether a statement waited too long for a connection of its pool. */
export const isQueueTimeout = (err: unknown): boolean =>
  driverError(err).message === NO_CONNECTION_FREE;

/** Whether a statement failed because the database could not do it, not because of itself. */
export const isOutage = (err: unknown): boolean => {
  if (isTakenAway(err)) return true;
  const said = driverError(err);
  const { code, message } = said;
  if (typeof code === "string")
    return NETWORK_CODES.has(code) || SQL_STATES.test(code) || hasNoSocket(said);
  return typeof message === "string" && DRIVER_MESSAGES.test(message);
};
