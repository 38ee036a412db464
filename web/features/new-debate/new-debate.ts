import type { CreateDebate } from "#shared/contract/debate.ts";

/** The user's choices; the rest of the request is fixed. */
export type NewDebate = Pick<
  CreateDebate,
  | "topic"
  | "botAProvider"
  | "botBProvider"
  | "format"
  | "shareEnabled"
  | "isPublic"
  | "onlyOwnerSteps"
>;
