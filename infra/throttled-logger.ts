import type { Logger } from "./logger.ts";

/** Interval at which a repeated message is logged again. */
const REPEAT_INTERVAL_MS = 60_000;

type WarningLogger = Pick<Logger, "warn" | "error">;

interface LastLogged {
  at: number;
  /** Repetitions since `at`, which were not logged. */
  repetitions: number;
}

/** Returns the same key for messages that differ only in their fields. */
const getThrottleKey = (text: string, err: unknown): string => {
  if (!(err instanceof Error)) return text;
  const { name, message, code }: Error & { code?: unknown } = err;
  return [text, name, String(code), message.slice(0, 100)].join("\n");
};

/** Maximum number of remembered messages. A further one replaces the oldest. */
const MAX_THROTTLE_KEYS = 200;

const createThrottledLogger = (logger: WarningLogger, now: () => number): WarningLogger => {
  const lastLogged = new Map<string, LastLogged>();
  const createMethod =
    (level: "warn" | "error") =>
    (fieldsOrMessage: Record<string, unknown> | string, text = ""): void => {
      const [fields, message] =
        typeof fieldsOrMessage === "string" ? [{}, fieldsOrMessage] : [fieldsOrMessage, text];
      const key = getThrottleKey(message, fields["err"]);
      const previous = lastLogged.get(key);
      if (previous && now() - previous.at < REPEAT_INTERVAL_MS) {
        previous.repetitions++;
        return;
      }
      lastLogged.delete(key);
      lastLogged.set(key, { at: now(), repetitions: 0 });
      const [oldest = ""] = lastLogged.size > MAX_THROTTLE_KEYS ? lastLogged.keys() : [];
      lastLogged.delete(oldest);
      logger[level](
        { ...fields, ...(previous?.repetitions && { repeated: previous.repetitions }) },
        message,
      );
    };
  return { warn: createMethod("warn"), error: createMethod("error") };
};

const throttledLoggers = new WeakMap<WarningLogger, WarningLogger>();

/**
 * Throttles warnings and errors that an outage repeats: logs each at once, then once a minute with
 * the number of repetitions in `repeated`. Returns the same throttled logger for the same logger.
 */
export const getThrottledLogger = (
  logger: WarningLogger,
  now: () => number = Date.now,
): WarningLogger => {
  const throttled = throttledLoggers.get(logger) ?? createThrottledLogger(logger, now);
  throttledLoggers.set(logger, throttled);
  return throttled;
};
