import { LRUCache } from "lru-cache";
import { z } from "zod";

const Entry = z.looseObject({
  level: z.string(),
  time: z.iso.datetime(),
  msg: z.string().default(""),
  err: z.looseObject({ message: z.string(), stack: z.string().optional() }).optional(),
});
type Entry = z.infer<typeof Entry>;

const parse = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return null; // a process may also say something plain
  }
};

/** What went wrong; where in the code, only when it is serious. */
const cause = ({ err, level }: Entry): string => {
  if (err === undefined) return "";
  const isSerious = level === "error" || level === "fatal";
  return `: ${(isSerious && err.stack) || err.message}`;
};

/** A cut connection makes every pool say the same at once: once is enough. */
const SILENCE_MS = 10_000;

/**
 * Shows a process's log as a person at a terminal reads it: a line an entry, nothing twice in ten
 * seconds. What is no log entry stays as it is.
 */
export const readableLog = (
  name: string,
  print: (text: string) => void,
  now: () => number = Date.now,
): ((line: string) => void) => {
  const shownAt = new LRUCache<string, number>({ max: 100 });
  return (line) => {
    const { data: entry } = Entry.safeParse(parse(line));
    if (entry === undefined) return print(line);
    const text = `${name} ${entry.level}: ${entry.msg}${cause(entry)}`;
    if (now() - (shownAt.get(text) ?? -Infinity) < SILENCE_MS) return;
    shownAt.set(text, now());
    print(`${new Date(entry.time).toTimeString().slice(0, "HH:MM:SS".length)} ${text}`);
  };
};
