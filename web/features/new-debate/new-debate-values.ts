import type { CreateDebate } from "#shared/contract/debates/debate.ts";
import type { Provider } from "#shared/domain/provider.ts";

/**
 * The part of the request that the user chooses; the rest is fixed. The server detects the language
 * if it is undefined.
 */
export type NewDebateValues = Pick<
  CreateDebate,
  "topic" | "format" | "shareEnabled" | "isPublic" | "onlyOwnerSteps"
> & {
  botAProvider: Provider;
  botBProvider: Provider;
  /** Whether the chatbots are drawn and hidden. The chosen ones are then not sent. */
  mystery: boolean;
  language?: CreateDebate["language"];
};
