import type { PreloadSql } from "#infra/db/jobs/claim-job.ts";
import { finishJob } from "#infra/db/jobs/job-lease.ts";
import { withTransaction } from "#infra/db/transaction.ts";
import type { JobHandler } from "#infra/queue/queue-consumer.ts";
import type { PaidService } from "#shared/domain/billing/spending.ts";
import type { WorkerContext } from "#worker/context.ts";
import { checkService } from "#worker/model-check/check-models.ts";

const PRELOAD_SERVICE_SQL: PreloadSql<PaidService> = "w.service";

/** Checks a model, the speech service or the moderation service, for the operations page. */
export const checkModel =
  ({ db, logger, runner, env }: WorkerContext): JobHandler<"check-model"> =>
  ({ modelCheckId }) =>
    runner.run({
      job: "check-model",
      id: modelCheckId,
      preload: PRELOAD_SERVICE_SQL,
      async run(lease) {
        const report = await checkService(env, lease.loaded, lease.meter, lease.signal);
        const values = [report && JSON.stringify(report)];
        await withTransaction(db, logger, (tx) =>
          finishJob(tx, lease, "complete", { set: "report = $1", values }),
        );
      },
      async giveUp(lease) {
        await withTransaction(db, logger, (tx) =>
          finishJob(tx, lease, "failed", { set: "report = NULL" }),
        );
      },
    });
