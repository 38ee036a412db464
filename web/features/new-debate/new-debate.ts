import type { CreateDebate } from "#shared/contract/debate.ts";

/** What people choose; the rest of the request is fixed. */
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
