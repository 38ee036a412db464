import { z } from "zod";
import type { ModerationAccess } from "#infra/access.ts";
import type { CategoryScores } from "#shared/domain/moderation.ts";
import { type Meter, Tally } from "./meter.ts";
import { openAiClient } from "./openai-client.ts";
import { toProviderError } from "./to-provider-error.ts";
import type { Patience } from "./watched-fetch.ts";

/** The service usually answers within a second. */
const PATIENCE: Patience = { firstByteMs: 10_000, silenceMs: 10_000, totalMs: 20_000 };

/** Only for the log; users never see its errors. */
const LABEL = "The moderation";

/**
 * Compatible servers may omit or null fields that OpenAI promises. Only the scores are required.
 */
const Answer = z.object({
  results: z.array(z.object({ category_scores: z.record(z.string(), z.number()) })).min(1),
});

export interface Moderator {
  /**
   * Returns the score of each category. `meter` counts the usage if the model is not free. Throws a
   * `ProviderError`, and the signal's reason when aborted.
   */
  scoresOf(text: string, signal: AbortSignal, meter?: Meter): Promise<CategoryScores>;
}

/** Creates a moderator for OpenAI or a compatible server; null if none is configured. */
export const createModerator = (
  access: ModerationAccess | null,
  patience: Patience = PATIENCE,
): Moderator | null => {
  if (access === null) return null;
  const client = openAiClient(access, patience);
  return {
    async scoresOf(text, signal, meter) {
      const { model, isFree } = access;
      const tally = new Tally(text.length);
      if (!isFree) await meter?.admit({ provider: "moderation", model }, tally);
      try {
        tally.ask();
        const reply = await client.moderations.create({ model, input: text }, { signal });
        tally.answered();
        const answer = Answer.parse(reply);
        return Object.assign({}, ...answer.results.map((result) => result.category_scores));
      } catch (err) {
        signal.throwIfAborted();
        throw toProviderError(err, { label: LABEL, apiKey: access.apiKey });
      }
    },
  };
};
