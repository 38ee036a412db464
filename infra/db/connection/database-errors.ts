import {
  QueryFailedError,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
} from "typeorm";

/**
 * SQLSTATE classes of an outage: connection exception; shutdown or startup; out of connections,
 * disk or memory; I/O error; read-only database, such as a replica.
 */
const OUTAGE_SQL_STATES = /^(08|57P0[123]|53|58030|25006)/;
const NETWORK_ERROR_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EHOSTUNREACH",
]);
/** Errors that the driver itself creates have no code, only a message. */
const READ_TIMEOUT_MESSAGE = "Query read timeout";
const OUTAGE_MESSAGES = new RegExp(
  `^(${READ_TIMEOUT_MESSAGE}|Connection terminated|timeout exceeded when|Client (was closed|has encount))`,
);

/**
 * TypeORM releases the query runner of a broken connection. Later statements on it fail with these
 * errors.
 */
const isReleasedQueryRunner = (err: unknown): boolean =>
  err instanceof QueryRunnerAlreadyReleasedError ||
  err instanceof QueryRunnerProviderAlreadyReleasedError;

interface DriverError {
  message?: unknown;
  code?: unknown;
  syscall?: unknown;
}

/**
 * Whether the error says that the server's Unix socket does not exist, because the server is
 * stopped. ENOENT of any other system call is not an outage.
 */
const isMissingSocket = ({ code, syscall }: DriverError): boolean =>
  code === "ENOENT" && syscall === "connect";

export const unwrapDriverError = (err: unknown): DriverError => {
  const cause: unknown = err instanceof QueryFailedError ? err.driverError : err;
  return typeof cause === "object" && cause !== null ? cause : {};
};

export const isReadTimeout = (err: unknown): boolean =>
  unwrapDriverError(err).message === READ_TIMEOUT_MESSAGE;

const QUERY_CANCELED = "57014";
const POOL_TIMEOUT_MESSAGE = "timeout exceeded when trying to connect";

export const isStatementTimeout = (err: unknown): boolean =>
  unwrapDriverError(err).code === QUERY_CANCELED;

export const isPoolTimeout = (err: unknown): boolean =>
  unwrapDriverError(err).message === POOL_TIMEOUT_MESSAGE;

/**
 * Whether a statement failed because the database is unavailable and not because of the statement
 * itself.
 */
export const isOutage = (err: unknown): boolean => {
  if (isReleasedQueryRunner(err)) return true;
  const driverError = unwrapDriverError(err);
  const { code, message } = driverError;
  if (typeof code === "string")
    return (
      NETWORK_ERROR_CODES.has(code) || OUTAGE_SQL_STATES.test(code) || isMissingSocket(driverError)
    );
  return typeof message === "string" && OUTAGE_MESSAGES.test(message);
};
