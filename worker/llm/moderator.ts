import { z } from "zod";
import type { ModerationAccess } from "#infra/access.ts";
import type { CategoryScores } from "#shared/domain/moderation.ts";
import { type Meter, Tally } from "./meter.ts";
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
  /**
   * Of each category. `meter` counts what a model takes that is not free. Throws a `ProviderError`, and the
   * signal's reason when aborted.
   */
  scoresOf(text: string, signal: AbortSignal, meter?: Meter): Promise<CategoryScores>;
}

/** OpenAI's moderation, or any server that speaks its wire; null where none is set up. */
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
