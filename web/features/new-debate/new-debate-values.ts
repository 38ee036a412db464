import type { CreateDebate } from "#shared/contract/debates/debate.ts";

/**
 * The part of the request that the user chooses; the rest is fixed. The server detects the language
 * if it is undefined.
 */
export type NewDebateValues = Pick<
  CreateDebate,
  | "topic"
  | "botAProvider"
  | "botBProvider"
  | "format"
  | "shareEnabled"
  | "isPublic"
  | "onlyOwnerSteps"
> & { language?: CreateDebate["language"] };
