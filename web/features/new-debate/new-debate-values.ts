import type { CreateDebate } from "#shared/contract/debates/debate.ts";

/** The part of the request that the user chooses; the rest is fixed. */
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
