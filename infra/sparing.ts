import type { Logger } from "./logger.ts";

/** Interval at which a repeated message is logged again. */
const EVERY_MS = 60_000;

type Complaints = Pick<Logger, "warn" | "error">;

interface Told {
  at: number;
  /** Number of repetitions since then. */
  more: number;
}

/** Groups messages that are the same except for their facts. */
const kindOf = (sentence: string, err: unknown): string => {
  if (!(err instanceof Error)) return sentence;
  const { name, message, code }: Error & { code?: unknown } = err;
  return [sentence, name, String(code), message.slice(0, 100)].join("\n");
};

/** Maximum number of groups; beyond it, the oldest is dropped. */
const MOST_KINDS = 200;

const withSilence = (logger: Complaints, now: () => number): Complaints => {
  const told = new Map<string, Told>();
  const say =
    (level: "warn" | "error") =>
    (facts: Record<string, unknown> | string, sentence = ""): void => {
      const [all, words] = typeof facts === "string" ? [{}, facts] : [facts, sentence];
      const kind = kindOf(words, all["err"]);
      const before = told.get(kind);
      if (before && now() - before.at < EVERY_MS) {
        before.more++;
        return;
      }
      told.delete(kind);
      told.set(kind, { at: now(), more: 0 });
      const [oldest = ""] = told.size > MOST_KINDS ? told.keys() : [];
      told.delete(oldest);
      logger[level]({ ...all, ...(before?.more && { repeated: before.more }) }, words);
    };
  return { warn: say("warn"), error: say("error") };
};

const kept = new WeakMap<Complaints, Complaints>();

/**
 * Throttles warnings and errors that an outage repeats: logs each at once, then once a minute with
 * the number of repetitions in `repeated`. Returns the same throttled logger for the same logger.
 */
export const sparing = (logger: Complaints, now: () => number = Date.now): Complaints => {
  const known = kept.get(logger) ?? withSilence(logger, now);
  kept.set(logger, known);
  return known;
};
