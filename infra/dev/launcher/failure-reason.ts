import { z } from "zod";

const ExecError = z.looseObject({
  stderr: z.string().default(""),
  stdout: z.string().default(""),
  message: z.string(),
});

/**
 * Returns the output of a failed program. If it printed nothing or did not start, returns the error
 * message of the system.
 */
export const getFailureReason = (err: unknown): string => {
  const { stderr, stdout, message } = ExecError.parse(err);
  return stderr || stdout || message;
};
