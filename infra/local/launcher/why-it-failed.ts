import { z } from "zod";

const Failure = z.looseObject({
  stderr: z.string().default(""),
  stdout: z.string().default(""),
  message: z.string(),
});

/** What a program said before it failed; where it was not even started, or said nothing, the system's reason. */
export const whyItFailed = (err: unknown): string => {
  const { stderr, stdout, message } = Failure.parse(err);
  return stderr || stdout || message;
};
