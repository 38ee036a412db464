import type { Format } from "#shared/domain/debates/debate.ts";
import type { Provider } from "#shared/domain/provider.ts";

/**
 * Values with which a link opens the new debate form. The link puts them into the navigation's
 * state.
 */
export interface SuggestedDebate {
  topic: string;
  /** Missing if the chatbots were drawn. */
  botAProvider?: Provider;
  botBProvider?: Provider;
  format: Format;
}

/**
 * Returns the values in a navigation's state; null if there are none. Only this app writes the
 * state.
 */
export const readSuggestedDebate = (state: unknown): SuggestedDebate | null =>
  typeof state === "object" && state !== null && "suggestedDebate" in state
    ? (state.suggestedDebate as SuggestedDebate)
    : null;
