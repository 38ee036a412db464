import type { CreateDebate } from "#shared/contract/debates/debate.ts";
import type { Provider } from "#shared/domain/provider.ts";

/**
 * The part of the request that the user chooses; the rest is fixed. The server detects the language
 * if it is undefined.
 */
export type NewDebateValues = Pick<
  CreateDebate,
  "topic" | "format" | "shareEnabled" | "isPublic" | "onlyOwnerSteps"
> & { botAProvider: Provider; botBProvider: Provider; language?: CreateDebate["language"] };
