import type { Logger } from "./logger.ts";

/** What goes on being wrong is told once in so long. */
const EVERY_MS = 60_000;

type Complaints = Pick<Logger, "warn" | "error">;

interface Told {
  at: number;
  /** Since then, not told. */
  more: number;
}

/** What is the same about two of them: an outage says itself in ever the same words. */
const kindOf = (sentence: string, err: unknown): string => {
  if (!(err instanceof Error)) return sentence;
  const { name, message, code }: Error & { code?: unknown } = err;
  return [sentence, name, String(code), message.slice(0, 100)].join("\n");
};

/** More kinds than that at once are no outage: the oldest is told anew. */
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
 * The same log, for what an outage has everybody say again and again: told at once, then once a
 * minute with how often it was `repeated`.
 */
export const sparing = (logger: Complaints, now: () => number = Date.now): Complaints => {
  const known = kept.get(logger) ?? withSilence(logger, now);
  kept.set(logger, known);
  return known;
};
