import { randomUUID } from "node:crypto";
import type { Sql } from "#infra/db/sql.ts";
import { forgetWorker, noteWorker } from "#infra/db/workers.ts";
import { INSTANCE, type Logger } from "#infra/logger.ts";
import type { QueueName } from "#shared/contract/jobs.ts";
import type { UnderWay } from "./jobs/run-work.ts";
import { poll } from "./poll.ts";

const RHYTHM = { intervalMs: 2000, jitterMs: 200 };

/**
 * Registers this worker and its running jobs in the database, for the operations page, until
 * stopped.
 */
export const startNotingWorker = (
  { sql, underWay, logger }: { sql: Sql; underWay: Pick<UnderWay, "list">; logger: Logger },
  queues: readonly QueueName[],
): { stop(): Promise<void> } => {
  const self = { process: randomUUID(), ...INSTANCE, queues };
  const noting = poll(() => noteWorker(sql, self, underWay.list()), RHYTHM, logger);
  return {
    async stop() {
      await noting.stop();
      await forgetWorker(sql, self.process).catch((err: unknown) =>
        logger.warn({ err }, "a worker could not be taken off the list"),
      );
    },
  };
};
