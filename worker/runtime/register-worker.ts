import { randomUUID } from "node:crypto";
import type { Sql } from "#infra/db/sql.ts";
import { deleteWorker, recordWorkerHeartbeat } from "#infra/db/jobs/worker-registry.ts";
import { PROCESS_INSTANCE, type Logger } from "#infra/logger.ts";
import type { QueueName } from "#shared/contract/jobs.ts";
import type { InFlightJobs } from "./run-job.ts";
import { startPolling } from "./reconciler/poll.ts";

const REGISTER_INTERVAL = { intervalMs: 2000, jitterMs: 200 };

/**
 * Registers this worker and its running jobs in the database, for the operations page, until
 * stopped.
 */
export const startWorkerRegistration = (
  { sql, inFlight, logger }: { sql: Sql; inFlight: Pick<InFlightJobs, "list">; logger: Logger },
  queues: readonly QueueName[],
): { stop(): Promise<void> } => {
  const self = { process: randomUUID(), ...PROCESS_INSTANCE, queues };
  const polling = startPolling(
    () => recordWorkerHeartbeat(sql, self, inFlight.list()),
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
