import { deleteExpiredRows, EXPIRING_TABLES } from "#infra/db/expired-rows.ts";
import { revealDueDebates } from "#infra/db/debates/blind-debates-sql.ts";
import { scheduleNextRun } from "#infra/db/jobs/job-lease.ts";
import type { JobHandler } from "#infra/queue/queue-consumer.ts";
import type { WorkerContext } from "#worker/context.ts";

const CLEANUP_INTERVAL_MS = 60_000;

/**
 * Deletes the expired rows of all tables and reveals blind debates that ended a day ago. Only one worker runs this, once a minute.
 */
export const cleanUp =
  ({ sql, runner }: WorkerContext): JobHandler<"cleanup"> =>
  ({ cleanupId }) =>
    runner.run({
      job: "cleanup",
      id: cleanupId,
      async run(lease) {
        const errors: unknown[] = [];
        for (const table of EXPIRING_TABLES)
          await deleteExpiredRows(sql, table, lease.signal).catch((err: unknown) =>
            errors.push(err),
          );
        await revealDueDebates(sql).catch((err: unknown) => errors.push(err));
        // Errors are thrown only after the loop, so that one table's error does not keep the other
        // tables from being cleaned.
        lease.signal.throwIfAborted();
        if (errors.length > 0) throw errors[0];
        await scheduleNextRun(sql, lease, CLEANUP_INTERVAL_MS);
      },
    });
