import type { CreateDebate } from "#shared/contract/debates/debate.ts";

/** The user's choices; the rest of the request is fixed. */
export type NewDebateValues = Pick<
  CreateDebate,
  | "topic"
  | "botAProvider"
  | "botBProvider"
  | "format"
  | "shareEnabled"
  | "isPublic"
  | "onlyOwnerSteps"
>;
