import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { pino, type DestinationStream } from "pino";
import { loggedError } from "./logged-error.ts";

/** Logs facts and a message. Never use an error's message as the message. */
interface Say {
  (facts: Record<string, unknown>, sentence: string): void;
  (sentence: string): void;
}

/** The application's logger. Pass an error as `err`. */
export interface Logger extends Record<"fatal" | "error" | "warn" | "info" | "debug", Say> {
  child(facts: Record<string, unknown>, options?: { redact: string[] }): Logger;
  setBindings(facts: Record<string, unknown>): void;
}

/** Identifies the process: a pid repeats after a restart and on other machines. */
export const INSTANCE = { instance: randomUUID().slice(0, 8), host: hostname(), pid: process.pid };

/** These fields are never logged, even by accident. */
const SECRETS = ["password", "apiKey", "authorization", "cookie", "secret", "token"];
const REDACTED = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

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
      base: { process: name, ...INSTANCE },
      serializers: { err: loggedError },
      redact: { paths: [...REDACTED, 'req.headers["set-cookie"]'], censor: "[redacted]" },
      formatters: { level: (label) => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    destination ?? pino.destination(1),
  );
