import { z } from "zod";

const ExecError = z.looseObject({
  stderr: z.string().default(""),
  stdout: z.string().default(""),
  message: z.string(),
});

/**
 * Output of a failed program; if it printed nothing or did not start, the system's error message.
 */
export const getFailureReason = (err: unknown): string => {
  const { stderr, stdout, message } = ExecError.parse(err);
  return stderr || stdout || message;
};
