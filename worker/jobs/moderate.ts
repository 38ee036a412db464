import type { JobHandler } from "#infra/queue/consume.ts";
import { flaggedCategories } from "#shared/domain/moderation.ts";
import type { WorkerContext } from "../context.ts";
import { loadModeratedText } from "./load-moderated-text.ts";
import { settleModeration } from "./settle-moderation.ts";

/**
 * Has a text looked at: a topic that may hurt somebody is refused, a turn is hidden. No check is ever
 * given up, though the moderation be down, or not set up correctly.
 */
export const moderate =
  (context: WorkerContext): JobHandler<"moderate"> =>
  ({ moderationId }) =>
    context.runner.run({
      job: "moderate",
      id: moderationId,
      async run(attempt) {
        const { sql, moderator } = context;
        const found = await loadModeratedText(sql, moderationId);
        const { text, format } = found;
        const { signal, meter } = attempt;
        // Asked for before it was taken away from this server: listing is as without.
        if (!moderator) attempt.logger.warn("no moderation is set up: nobody looks at the text");
        const scores = (await moderator?.scoresOf(text, signal, meter)) ?? {};
        const flagged = flaggedCategories(scores, format);
        if (flagged.length > 0) attempt.logger.info({ flagged }, "the text was flagged");
        await settleModeration(context, attempt, found, flagged);
      },
    });
