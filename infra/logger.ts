import { pino, type Logger } from "pino";

export type { Logger };

/** Whatever is logged by accident, these never reach the log. */
const SECRETS = ["password", "apiKey", "authorization", "cookie", "secret", "token"];
const REDACTED = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** One JSON line an entry; ids of request, debate and turn come from child loggers. */
export const createLogger = (level: string, process: string): Logger =>
  pino({
    level,
    base: { process },
    redact: { paths: [...REDACTED, 'req.headers["set-cookie"]'], censor: "[redacted]" },
    formatters: { level: (label) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
  });
