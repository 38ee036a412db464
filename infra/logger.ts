import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { pino, type DestinationStream } from "pino";
import { serializeError } from "./serialize-error.ts";

/**
 * Logs fields and a message. Pass an error as the field `err`, which is redacted. Do not pass the
 * error's message as `message`, which is not redacted.
 */
interface LogMethod {
  (fields: Record<string, unknown>, message: string): void;
  (message: string): void;
}

/** The application's logger. Pass an error as `err`. */
export interface Logger extends Record<"fatal" | "error" | "warn" | "info" | "debug", LogMethod> {
  child(fields: Record<string, unknown>, options?: { redact: string[] }): Logger;
  setBindings(fields: Record<string, unknown>): void;
}

/**
 * Fields that identify the process in the logs. The pid alone repeats after a restart and on other
 * machines.
 */
export const PROCESS_INSTANCE = {
  instance: randomUUID().slice(0, 8),
  host: hostname(),
  pid: process.pid,
};

/** The values of these fields are replaced by "[redacted]", even if they are logged by accident. */
const SECRET_FIELDS = ["password", "apiKey", "authorization", "cookie", "secret", "token"];
const REDACTED_PATHS = SECRET_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/**
 * Logs one JSON line per entry, by default to stdout. Child loggers add the ids of request, debate
 * and turn.
 */
export const createLogger = (
  level: string,
  name: string,
  destination?: DestinationStream,
): Logger =>
  pino(
    {
      level,
      base: { process: name, ...PROCESS_INSTANCE },
      serializers: { err: serializeError },
      redact: { paths: [...REDACTED_PATHS, 'req.headers["set-cookie"]'], censor: "[redacted]" },
      formatters: { level: (label) => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    destination ?? pino.destination(1),
  );
