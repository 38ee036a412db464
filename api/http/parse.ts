import type { z } from "zod";
import { DomainError } from "#shared/contract/errors.ts";
import { INVALID_ID_MESSAGE } from "#shared/contract/primitives.ts";
import { validationMessages } from "#shared/contract/validation-messages.ts";

const MAX_FIELDS = 20;
const MAX_FIELD_NAME_LENGTH = 60;

const toFieldMessages = (error: z.ZodError): Record<string, string> => {
  const fields = new Map<string, string>();
  const addMessage = (field: string, message: (name: string) => string) => {
    const name = field.slice(0, MAX_FIELD_NAME_LENGTH);
    if (fields.size < MAX_FIELDS && !fields.has(name)) fields.set(name, message(name));
  };
  for (const issue of error.issues) {
    if (issue.code !== "unrecognized_keys") addMessage(issue.path.join("."), () => issue.message);
    else for (const key of issue.keys) addMessage(key, (name) => `Unknown field: ${name}`);
  }
  return Object.fromEntries(fields);
};

/**
 * Validates a value. Throws `invalid` with a message per field, or `malformed` if an id is invalid.
 */
export const parse = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> => {
  const parsed = schema.safeParse(value, { error: validationMessages });
  if (parsed.success) return parsed.data;
  const fields = toFieldMessages(parsed.error);
  const [message = "The request is invalid."] = Object.values(fields);
  const code = Object.values(fields).includes(INVALID_ID_MESSAGE) ? "malformed" : "invalid";
  throw new DomainError(code, message, { fields });
};

export const parsePath = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> => {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new DomainError("malformed", parsed.error.issues[0]?.message ?? INVALID_ID_MESSAGE);
};
