import type { z } from "zod";

/**
 * Messages for fields whose schema defines none: missing, or not an allowed value. Used by the API
 * and the forms.
 */
export const validationMessages: z.core.$ZodErrorMap = ({ code, input }) => {
  if (input === undefined) return "Required";
  return code === "invalid_value" ? "Invalid enum value" : undefined;
};
