import type { JobHandler } from "#infra/queue/queue-consumer.ts";
import { findFlaggedCategories } from "#shared/domain/moderation.ts";
import type { WorkerContext } from "#worker/context.ts";
import { loadModeratedText } from "./load-moderated-text.ts";
import { applyModeration } from "./apply-moderation.ts";

/**
 * Moderates a text: refuses a flagged topic, hides a flagged turn. Failed checks are retried
 * forever, even while the moderation service is down or misconfigured.
 */
export const moderate =
  (context: WorkerContext): JobHandler<"moderate"> =>
  ({ moderationId }) =>
    context.runner.run({
      job: "moderate",
      id: moderationId,
      async run(lease) {
        const { sql, moderator } = context;
        const found = await loadModeratedText(sql, moderationId);
        const { text, format } = found;
        const { signal, meter } = lease;
        // If moderation was switched off after the job was enqueued, the text counts as not
        // flagged.
        if (!moderator) lease.logger.warn("moderation.not_configured");
        const scores = (await moderator?.scoresOf(text, signal, meter)) ?? {};
        const flagged = findFlaggedCategories(scores, format);
        if (flagged.length > 0) lease.logger.info({ flagged }, "moderation.flagged");
        await applyModeration(context, lease, found, flagged);
      },
    });
