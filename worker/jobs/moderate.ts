import { releaseWork } from "#infra/db/work.ts";
import type { JobHandler } from "#infra/queue/consume.ts";
import { flaggedCategories } from "#shared/domain/moderation.ts";
import type { WorkerContext } from "../context.ts";
import { loadModeratedText } from "./load-moderated-text.ts";
import { restOf } from "./retry-policy.ts";
import { settleModeration } from "./settle-moderation.ts";
import type { Attempt } from "./attempt.ts";

/**
 * No check is ever given up: a moderation that is down, or not set up correctly, is asked again after
 * a minute, then after two, four, and so on up to an hour. Throws `LostWork`.
 */
const lookAgainLater = async ({ sql, enqueue }: WorkerContext, attempt: Attempt): Promise<void> => {
  const { id: moderationId, failures } = attempt;
  const delayMs = restOf(failures);
  await releaseWork(sql, attempt, { delayMs, failed: true });
  await enqueue("moderate", { moderationId }, { attempt: attempt.attempt, delayMs });
};

/** Has a text looked at: a topic that may hurt somebody is refused, a turn is hidden. */
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
        // Asked for before it was taken away from this server: listing is as without.
        if (!moderator) attempt.logger.warn("no moderation is set up: nobody looks at the text");
        const scores = (await moderator?.scoresOf(text, attempt.signal)) ?? {};
        const flagged = flaggedCategories(scores, format);
        if (flagged.length > 0) attempt.logger.info({ flagged }, "the text was flagged");
        await settleModeration(context, attempt, found, flagged);
      },
      giveUp: (attempt) => lookAgainLater(context, attempt),
    });
