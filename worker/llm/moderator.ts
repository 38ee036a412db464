import { z } from "zod";
import type { ModerationAccess } from "#infra/access.ts";
import type { CategoryScores } from "#shared/domain/moderation.ts";
import { openAiClient } from "./openai-client.ts";
import { toProviderError } from "./to-provider-error.ts";
import type { Patience } from "./watched-fetch.ts";

/** It answers within a second. */
const PATIENCE: Patience = { firstByteMs: 10_000, silenceMs: 10_000, totalMs: 20_000 };

/** How the log knows it: people never hear of its failures. */
const LABEL = "The moderation";

/** Compatible servers may leave out, or put null, what OpenAI promises; scores they may not. */
const Answer = z.object({
  results: z.array(z.object({ category_scores: z.record(z.string(), z.number()) })).min(1),
});

/** A service that looks at texts. */
export interface Moderator {
  /** Of each category. Throws a `ProviderError`, and the signal's reason when aborted. */
  scoresOf(text: string, signal: AbortSignal): Promise<CategoryScores>;
}

/** OpenAI's moderation, or any server that speaks its wire; null where none is set up. */
export const createModerator = (
  access: ModerationAccess | null,
  patience: Patience = PATIENCE,
): Moderator | null => {
  if (access === null) return null;
  const client = openAiClient(access, patience);
  return {
    async scoresOf(text, signal) {
      try {
        const request = { model: access.model, input: text };
        const answer = Answer.parse(await client.moderations.create(request, { signal }));
        return Object.assign({}, ...answer.results.map((result) => result.category_scores));
      } catch (err) {
        signal.throwIfAborted();
        throw toProviderError(err, { label: LABEL, apiKey: access.apiKey });
      }
    },
  };
};
