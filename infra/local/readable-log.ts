import { z } from "zod";

const Entry = z.looseObject({
  level: z.string(),
  time: z.iso.datetime(),
  msg: z.string().default(""),
  err: z.looseObject({ message: z.string(), stack: z.string().optional() }).optional(),
});

const parse = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return null; // a process may also say something plain
  }
};

/** A line of a process's log as a person at a terminal reads it; what is no log entry stays as it is. */
export const readableLine = (name: string, line: string): string => {
  const { data: entry } = Entry.safeParse(parse(line));
  if (entry === undefined) return line;
  const time = new Date(entry.time).toTimeString().slice(0, "HH:MM:SS".length);
  const error = entry.err === undefined ? "" : `: ${entry.err.stack ?? entry.err.message}`;
  return `${time} ${name} ${entry.level}: ${entry.msg}${error}`;
};
