import {
  QueryFailedError,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
} from "typeorm";

/**
 * SQLSTATE classes: connection exception; shutdown or startup; out of connections, disk or memory;
 * I/O error; read-only database, such as a replica.
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
/** The driver's own errors have no code, only a message. */
const NO_ANSWER = "Query read timeout";
const DRIVER_MESSAGES = new RegExp(
  `^(${NO_ANSWER}|Connection terminated|timeout exceeded when|Client (was closed|has encount))`,
);

/**
 * TypeORM releases the query runner of a broken connection. Later statements on it fail with these
 * errors.
 */
const isTakenAway = (err: unknown): boolean =>
  err instanceof QueryRunnerAlreadyReleasedError ||
  err instanceof QueryRunnerProviderAlreadyReleasedError;

interface DriverError {
  message?: unknown;
  code?: unknown;
  syscall?: unknown;
}

/** The Unix socket of a stopped server is missing. ENOENT of another call is no outage. */
const hasNoSocket = ({ code, syscall }: DriverError): boolean =>
  code === "ENOENT" && syscall === "connect";

export const driverError = (err: unknown): DriverError => {
  const cause: unknown = err instanceof QueryFailedError ? err.driverError : err;
  return typeof cause === "object" && cause !== null ? cause : {};
};

export const isUnanswered = (err: unknown): boolean => driverError(err).message === NO_ANSWER;

const CANCELED = "57014";
const NO_CONNECTION_FREE = "timeout exceeded when trying to connect";

export const isCanceled = (err: unknown): boolean => driverError(err).code === CANCELED;

export const isQueueTimeout = (err: unknown): boolean =>
  driverError(err).message === NO_CONNECTION_FREE;

/**
 * Whether a statement failed because the database is unavailable and not because of the statement
 * itself.
 */
export const isOutage = (err: unknown): boolean => {
  if (isTakenAway(err)) return true;
  const said = driverError(err);
  const { code, message } = said;
  if (typeof code === "string")
    return NETWORK_CODES.has(code) || SQL_STATES.test(code) || hasNoSocket(said);
  return typeof message === "string" && DRIVER_MESSAGES.test(message);
};
