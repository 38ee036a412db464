import { QueryFailedError } from "typeorm";

/** SQLSTATE: connection exceptions, shutdown, starting up, no connection left. */
const SQL_STATES = /^(08|57P0[123]|53300)/;
const NETWORK_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EHOSTUNREACH",
]);
/** The driver gives its own errors no code, so these are told by their beginning. */
const DRIVER_MESSAGES = /^(Connection terminated|timeout exceeded when|Client (was|has encount))/;

/** Whether a statement failed because the database could not be reached, not because of itself. */
export const isOutage = (err: unknown): boolean => {
  const cause: unknown = err instanceof QueryFailedError ? err.driverError : err;
  if (!(cause instanceof Error)) return false;
  if (!("code" in cause) || typeof cause.code !== "string")
    return DRIVER_MESSAGES.test(cause.message);
  return NETWORK_CODES.has(cause.code) || SQL_STATES.test(cause.code);
};
