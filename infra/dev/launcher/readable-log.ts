import { LRUCache } from "lru-cache";
import { z } from "zod";

const LogEntry = z.looseObject({
  level: z.string(),
  time: z.iso.datetime(),
  msg: z.string().default(""),
  err: z.looseObject({ message: z.string(), stack: z.string().optional() }).optional(),
});
type LogEntry = z.infer<typeof LogEntry>;

const parseJson = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return null; // the line is not JSON: a process may print plain text
  }
};

/** Returns the error's message, or its stack if the entry has level error or above. */
const formatCause = ({ err, level }: LogEntry): string => {
  if (err === undefined) return "";
  const isSerious = level === "error" || level === "fatal";
  return `: ${(isSerious && err.stack) || err.message}`;
};

/**
 * Time in which identical entries are shown only once. After a lost connection, for example, every
 * pool logs the same error.
 */
const REPEAT_SUPPRESSION_MS = 10_000;

/**
 * Returns a function that prints a process's output for a terminal. Each log entry becomes one
 * line, and repeated entries are left out. Lines that are no log entries are printed unchanged.
 */
export const createReadableLog = (
  name: string,
  print: (text: string) => void,
  now: () => number = Date.now,
): ((line: string) => void) => {
  const shownAt = new LRUCache<string, number>({ max: 100 });
  return (line) => {
    const { data: entry } = LogEntry.safeParse(parseJson(line));
    if (entry === undefined) return print(line);
    const text = `${name} ${entry.level}: ${entry.msg}${formatCause(entry)}`;
    if (now() - (shownAt.get(text) ?? -Infinity) < REPEAT_SUPPRESSION_MS) return;
    shownAt.set(text, now());
    print(`${new Date(entry.time).toTimeString().slice(0, "HH:MM:SS".length)} ${text}`);
  };
};
