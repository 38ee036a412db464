import type { Logger } from "./logger.ts";

/** Interval at which a repeated message is logged again. */
const REPEAT_INTERVAL_MS = 60_000;

type WarningLogger = Pick<Logger, "warn" | "error">;

interface LastLogged {
  at: number;
  /** Number of repetitions since then. */
  more: number;
}

/** Groups messages that are the same except for their facts. */
const getThrottleKey = (sentence: string, err: unknown): string => {
  if (!(err instanceof Error)) return sentence;
  const { name, message, code }: Error & { code?: unknown } = err;
  return [sentence, name, String(code), message.slice(0, 100)].join("\n");
};

/** Maximum number of groups; beyond it, the oldest is dropped. */
const MAX_THROTTLE_KEYS = 200;

const createThrottledLogger = (logger: WarningLogger, now: () => number): WarningLogger => {
  const told = new Map<string, LastLogged>();
  const say =
    (level: "warn" | "error") =>
    (facts: Record<string, unknown> | string, sentence = ""): void => {
      const [all, words] = typeof facts === "string" ? [{}, facts] : [facts, sentence];
      const kind = getThrottleKey(words, all["err"]);
      const before = told.get(kind);
      if (before && now() - before.at < REPEAT_INTERVAL_MS) {
        before.more++;
        return;
      }
      told.delete(kind);
      told.set(kind, { at: now(), more: 0 });
      const [oldest = ""] = told.size > MAX_THROTTLE_KEYS ? told.keys() : [];
      told.delete(oldest);
      logger[level]({ ...all, ...(before?.more && { repeated: before.more }) }, words);
    };
  return { warn: say("warn"), error: say("error") };
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
  const known = throttledLoggers.get(logger) ?? createThrottledLogger(logger, now);
  throttledLoggers.set(logger, known);
  return known;
};
