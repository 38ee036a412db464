import { finishJob, type JobLease } from "#infra/db/jobs/job-lease.ts";
import { withTransaction } from "#infra/db/transaction.ts";
import type { JobHandler } from "#infra/queue/queue-consumer.ts";
import { combineAnswers, type Decision } from "#shared/domain/debates/judging/decision.ts";
import type { WorkerContext } from "#worker/context.ts";
import { ASKED_JUDGE_SQL, completeAnswers, UNUSABLE_ANSWERS } from "../common/complete-answers.ts";

/** Stores the decision of a repeated verdict; null marks it as failed. Throws `LeaseLostError`. */
const storeDecision = (
  { db, logger }: Pick<WorkerContext, "db" | "logger">,
  lease: JobLease,
  decision: Decision | null,
): Promise<void> =>
  withTransaction(db, logger, async (tx) => {
    const { winner = null, margin = null, wavered = null } = decision ?? {};
    await finishJob(tx, lease, decision ? "complete" : "failed", {
      set: `answers = '[]', winner = $1, margin = $2, wavered = $3,
            decided_at = ${decision ? "now()" : "NULL"}`,
      values: [winner, margin, wavered],
    });
  });

/**
 * Judges a debate again, to measure how often a judge repeats its decision. It may wait for rate
 * limits as long as the first judging. With a shorter time, repeats would fail at busy times.
 */
export const repeatVerdict =
  (context: WorkerContext): JobHandler<"repeat-verdict"> =>
  ({ verdictRepeatId }) => {
    let storedAnswers = 0;
    const onAnswer = () => void storedAnswers++;
    return context.runner.run({
      job: "repeat-verdict",
      id: verdictRepeatId,
      preload: ASKED_JUDGE_SQL,
      hasProgressed: () => storedAnswers > 0,
      async run(lease) {
        const [first, second] = await completeAnswers(context, lease, onAnswer);
        const decision = first && second ? combineAnswers(first, second) : null;
        if (!decision) lease.failure = UNUSABLE_ANSWERS;
        await storeDecision(context, lease, decision);
      },
      giveUp: (lease) => storeDecision(context, lease, null),
    });
  };
