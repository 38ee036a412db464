import type { z } from "zod";

/**
 * The messages for a field whose schema has none of its own: missing, or not one of the allowed
 * values. The API and the forms use the same.
 */
export const validationMessages: z.core.$ZodErrorMap = ({ code, input }) => {
  if (input === undefined) return "Required";
  return code === "invalid_value" ? "Invalid enum value" : undefined;
};
