import { z } from "zod";
import type { ModerationConfig } from "#infra/service-config.ts";
import type { CategoryScores } from "#shared/domain/moderation.ts";
import { type AttemptMeter, UsageMeter } from "./usage-meter.ts";
import { createOpenAiClient } from "./vendors/openai-client.ts";
import { toProviderError } from "./vendors/to-provider-error.ts";
import type { Timeouts } from "./http/fetch-with-timeouts.ts";

/** The service usually answers within a second. */
const DEFAULT_TIMEOUTS: Timeouts = { firstByteMs: 10_000, silenceMs: 10_000, totalMs: 20_000 };

/** The name in logs and in the model check. Users never see errors of the moderation. */
export const MODERATION_LABEL = "The moderation";

/** Only the scores are required: compatible servers omit or null other fields of OpenAI. */
const ModerationResponse = z.object({
  results: z.array(z.object({ category_scores: z.record(z.string(), z.number()) })).min(1),
});

export interface Moderator {
  /**
   * Returns the score of each category. `meter` counts the usage if the model is not free. Throws a
   * `ProviderError`, and the signal's reason when aborted.
   */
  scoresOf(text: string, signal: AbortSignal, meter?: AttemptMeter): Promise<CategoryScores>;
}

/** Creates a moderator for OpenAI or a compatible server; null if none is configured. */
export const createModerator = (
  access: ModerationConfig | null,
  timeouts: Timeouts = DEFAULT_TIMEOUTS,
): Moderator | null => {
  if (access === null) return null;
  const client = createOpenAiClient(access, timeouts);
  return {
    async scoresOf(text, signal, meter) {
      const { model, isFree } = access;
      const requestMeter = new UsageMeter(text.length);
      if (!isFree) await meter?.admit({ provider: "moderation", model }, requestMeter);
      try {
        requestMeter.recordRequest();
        const reply = await client.moderations.create({ model, input: text }, { signal });
        requestMeter.recordAccepted();
        const answer = ModerationResponse.parse(reply);
        return Object.assign({}, ...answer.results.map((result) => result.category_scores));
      } catch (err) {
        signal.throwIfAborted();
        throw toProviderError(err, { label: MODERATION_LABEL, apiKey: access.apiKey });
      }
    },
  };
};
