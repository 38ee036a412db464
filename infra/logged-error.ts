/** What of an error may stand in a log. Everything else it carries may be somebody's. */
interface LoggedError {
  name: string;
  message: string;
  code?: string | number;
  constraint?: string;
  table?: string;
  column?: string;
  /** Where in the code; without the message, which V8 puts first. */
  stack?: string;
  cause?: LoggedError;
  [fact: string]: unknown;
}

/** An error that has more to say, none of which anybody has sent. */
export abstract class TellingError extends Error {
  abstract facts(): Record<string, string | number | undefined>;
}

const LONGEST_MESSAGE = 500;
const DEEPEST_CAUSE = 3;

/**
 * Where a value begins in a message: the database quotes what it cannot read, a parser what it
 * stumbled over, and neither escapes the quotes in it.
 */
const QUOTE = /"|`|(?<!\w)'/;
/** Addresses, with passwords before the @, and what looks like a key or a hash. */
const SECRET = /[^\s@]{1,300}@[^\s@]+|\b(?:Bearer|Basic)\s\S+|\$argon2\S+|\b(?:sk|pk|xai)-\S+/gi;

/** A message without what anybody may have sent, and with an end. */
export const withoutValues = (message: string): string => {
  const start = message.slice(0, LONGEST_MESSAGE);
  const quote = start.search(QUOTE);
  return (quote < 0 ? start : `${start.slice(0, quote)}…`).replace(SECRET, "…");
};

/** zod's message is a list of all that is wrong, in JSON; where and how is enough. */
const issuesOf = (err: Error): string | undefined => {
  if (!("issues" in err) || !Array.isArray(err.issues)) return undefined;
  const issues: { code?: unknown; path?: unknown }[] = err.issues;
  return issues
    .slice(0, 5)
    .map(({ code, path }) => `${String(code)} at ${Array.isArray(path) ? path.join(".") : ""}`)
    .join(", ");
};

/** The frames, and no line of a message that only looks like one. */
const framesOf = ({ stack = "", message }: Error): string | undefined => {
  const start = stack.indexOf(message);
  const lines = stack.slice(start < 0 ? 0 : start + message.length).split("\n");
  const frames = lines.filter((line) => line.startsWith("    at "));
  return frames.length > 0 ? frames.join("\n") : undefined;
};

const NAME = /^[\w.:-]{1,100}$/;

/** A field that names something of ours or of the protocol, and nothing else. */
const named = (err: Error, field: string): Record<string, string | number> => {
  const value: unknown = Reflect.get(err, field);
  const isName = typeof value === "number" || (typeof value === "string" && NAME.test(value));
  return isName ? { [field]: value } : {};
};

const logged = (err: unknown, depth: number): LoggedError => {
  if (!(err instanceof Error)) return { name: typeof err, message: "no error was thrown" };
  const stack = framesOf(err);
  return {
    name: NAME.test(err.name) ? err.name : "Error",
    message: withoutValues(issuesOf(err) ?? err.message),
    ...named(err, "code"),
    ...named(err, "constraint"),
    ...named(err, "table"),
    ...named(err, "column"),
    ...(err instanceof TellingError && err.facts()),
    ...(stack !== undefined && { stack }),
    ...(err.cause !== undefined &&
      depth < DEEPEST_CAUSE && { cause: logged(err.cause, depth + 1) }),
  };
};

/**
 * An error as the log has it: by a list of what may be there, since errors carry what they were
 * about: statements with their values, rows, clients with their keys, requests with their headers.
 */
export const loggedError = (err: unknown): LoggedError => logged(err, 0);
