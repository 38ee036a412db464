/** The part of an error that may be logged; other properties may hold users' data. */
interface SerializedError {
  name: string;
  message: string;
  code?: string | number;
  constraint?: string;
  table?: string;
  column?: string;
  /** Stack frames without the message that V8 puts first. */
  stack?: string;
  cause?: SerializedError;
  [fact: string]: unknown;
}

/** An error with additional fields for the log. The fields must not contain users' data. */
export abstract class ErrorWithDetails extends Error {
  abstract facts(): Record<string, string | number | undefined>;
}

const MAX_MESSAGE_LENGTH = 500;
const MAX_CAUSE_DEPTH = 3;

/**
 * Start of a quoted value in an error message. The message is cut there, because databases and
 * parsers do not escape quotes inside a value.
 */
const QUOTED_VALUE_PATTERN = /"|`|(?<!\w)'/;
/** Email addresses, URLs with passwords, API keys and password hashes. */
const SECRET_PATTERN =
  /[^\s@]{1,300}@[^\s@]+|\b(?:Bearer|Basic)\s\S+|\$argon2\S+|\b(?:sk|pk|xai)-\S+/gi;

/** Removes values and secrets from a message and shortens it. */
export const redactMessage = (message: string): string => {
  const start = message.slice(0, MAX_MESSAGE_LENGTH);
  const quote = start.search(QUOTED_VALUE_PATTERN);
  return (quote < 0 ? start : `${start.slice(0, quote)}…`).replace(SECRET_PATTERN, "…");
};

/**
 * Returns the code and path of a zod error's first five issues; undefined for other errors. The
 * message of a zod error is not logged, because it is JSON with all issues.
 */
const formatZodIssues = (err: Error): string | undefined => {
  if (!("issues" in err) || !Array.isArray(err.issues)) return undefined;
  const issues: { code?: unknown; path?: unknown }[] = err.issues;
  return issues
    .slice(0, 5)
    .map(({ code, path }) => `${String(code)} at ${Array.isArray(path) ? path.join(".") : ""}`)
    .join(", ");
};

/**
 * Returns the stack frames; undefined if there are none. Lines of the message that look like frames
 * are left out.
 */
const extractStackFrames = ({ stack = "", message }: Error): string | undefined => {
  const start = stack.indexOf(message);
  const lines = stack.slice(start < 0 ? 0 : start + message.length).split("\n");
  const frames = lines.filter((line) => line.startsWith("    at "));
  return frames.length > 0 ? frames.join("\n") : undefined;
};

const SAFE_NAME_PATTERN = /^[\w.:-]{1,100}$/;

/** Copies a field if it looks like an identifier or a number. */
const pickSafeField = (err: Error, field: string): Record<string, string | number> => {
  const value: unknown = Reflect.get(err, field);
  const isName =
    typeof value === "number" || (typeof value === "string" && SAFE_NAME_PATTERN.test(value));
  return isName ? { [field]: value } : {};
};

const serializeAtDepth = (err: unknown, depth: number): SerializedError => {
  if (!(err instanceof Error)) return { name: typeof err, message: "no error was thrown" };
  const stack = extractStackFrames(err);
  return {
    name: SAFE_NAME_PATTERN.test(err.name) ? err.name : "Error",
    message: redactMessage(formatZodIssues(err) ?? err.message),
    ...pickSafeField(err, "code"),
    ...pickSafeField(err, "constraint"),
    ...pickSafeField(err, "table"),
    ...pickSafeField(err, "column"),
    ...(err instanceof ErrorWithDetails && err.facts()),
    ...(stack !== undefined && { stack }),
    ...(err.cause !== undefined &&
      depth < MAX_CAUSE_DEPTH && { cause: serializeAtDepth(err.cause, depth + 1) }),
  };
};

/**
 * Serializes an error for the log. Only an allowlist of fields is logged, because errors may carry
 * statements with values, rows, clients with keys and requests with headers.
 */
export const serializeError = (err: unknown): SerializedError => serializeAtDepth(err, 0);
