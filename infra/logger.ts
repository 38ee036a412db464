import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { pino, type DestinationStream } from "pino";
import { loggedError } from "./logged-error.ts";

/** Facts with a sentence, or a sentence alone: never an error's own words for the sentence. */
interface Say {
  (facts: Record<string, unknown>, sentence: string): void;
  (sentence: string): void;
}

/** What the product's parts tell of themselves. An error goes in as `err`. */
export interface Logger extends Record<"fatal" | "error" | "warn" | "info" | "debug", Say> {
  child(facts: Record<string, unknown>, options?: { redact: string[] }): Logger;
  setBindings(facts: Record<string, unknown>): void;
}

/** Which process it was: its number comes again after a restart, and on another machine. */
export const INSTANCE = { instance: randomUUID().slice(0, 8), host: hostname(), pid: process.pid };

/** Whatever is logged by accident, these never reach the log. */
const SECRETS = ["password", "apiKey", "authorization", "cookie", "secret", "token"];
const REDACTED = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/**
 * One JSON line an entry, on the process's output unless said otherwise, with the instance that says
 * it; ids of request, debate and turn come from child loggers.
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
