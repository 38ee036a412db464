import { randomUUID } from "node:crypto";
import type { Sql } from "#infra/db/sql.ts";
import { deleteWorker, recordWorkerHeartbeat } from "#infra/db/jobs/worker-registry.ts";
import { PROCESS_INSTANCE, type Logger } from "#infra/logger.ts";
import type { WorkerAdaptation } from "#shared/contract/admin/model-check.ts";
import type { QueueName } from "#shared/contract/jobs.ts";
import type { ServerModels } from "../llm/create-chat-models.ts";
import type { InFlightJobs } from "./run-job.ts";
import { startPolling } from "./reconciler/poll.ts";

const REGISTER_INTERVAL = { intervalMs: 2000, jitterMs: 200 };

const listAdaptations = (models: ServerModels): WorkerAdaptation[] =>
  Array.from(models, ([provider, model]) =>
    model.adaptations().map(({ kind, reason, at }) => ({ provider, kind, reason, at })),
  ).flat();

interface WorkerRegistrationDeps {
  sql: Sql;
  inFlight: Pick<InFlightJobs, "list">;
  models: ServerModels;
  logger: Logger;
}

/**
 * Keeps this worker's row up to date until it is stopped. The row contains the running jobs and the
 * changes to model requests, which the operations page shows.
 */
export const startWorkerRegistration = (
  { sql, inFlight, models, logger }: WorkerRegistrationDeps,
  queues: readonly QueueName[],
): { stop(): Promise<void> } => {
  const self = { process: randomUUID(), ...PROCESS_INSTANCE, queues };
  const polling = startPolling(
    () => recordWorkerHeartbeat(sql, self, inFlight.list(), listAdaptations(models)),
    REGISTER_INTERVAL,
    logger,
  );
  return {
    async stop() {
      await polling.stop();
      await deleteWorker(sql, self.process).catch((err: unknown) =>
        logger.warn({ err }, "worker.unregister_failed"),
      );
    },
  };
};
