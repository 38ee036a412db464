import type { DataSource } from "typeorm";
import { JOB_NAMES, buildJobPayload } from "#shared/contract/jobs.ts";
import { selectRows, type Sql } from "#infra/db/sql.ts";
import {
  pauseMissedDebates,
  resumeWhenBudgetAvailable,
} from "#infra/services/debates/spending-pause.ts";
import type { EventPublisher } from "#infra/realtime/event-publisher.ts";
import type { SpendingLimits } from "#shared/domain/billing/spending.ts";
import { findResumableJobs } from "#infra/db/providers/provider-slots.ts";
import { findOrphanedJobs } from "#infra/db/jobs/job-lease.ts";
import type { Logger } from "#infra/logger.ts";
import type { Enqueue } from "#infra/queue/enqueue.ts";
import { startPolling } from "./poll.ts";

const RECONCILE_INTERVAL = { intervalMs: 900, jitterMs: 200 };
/** Advisory lock that lets one worker reconcile at a time. The others skip that poll. */
const RECONCILER_LOCK_ID = 336_723;
/** Maximum rows per kind of job and poll, so that a long queue does not make a poll slow. */
const BATCH_SIZE = 500;

interface ReconcilerDeps {
  db: DataSource;
  enqueue: Enqueue;
  logger: Logger;
  /** Maximum concurrent requests to one provider, over all workers. */
  requestsInFlight: number;
  sql: Sql;
  announce: Pick<EventPublisher, "debateUpdated">;
  limits: SpendingLimits;
}

/**
 * Enqueues jobs that waited for a spending limit and now have budget. Also stores that a debate is
 * paused, if its worker died before storing that.
 */
const resumeWithinBudget = async ({
  sql,
  enqueue,
  announce,
  limits,
}: ReconcilerDeps): Promise<void> => {
  const { jobs, debates } = await resumeWhenBudgetAvailable(sql, limits, BATCH_SIZE);
  for (const { job, id, ...when } of jobs) await enqueue(job, buildJobPayload(job, id), when);
  const paused = await pauseMissedDebates(sql, limits, BATCH_SIZE);
  for (const debate of [...debates, ...paused]) announce.debateUpdated(debate);
};

/**
 * Enqueues every job that may be missing from the queue. Also enqueues deferred jobs whose provider
 * or spending limit has room again. The queue ignores duplicates.
 */
export const reconcileOnce = async (deps: ReconcilerDeps): Promise<void> => {
  const { db, enqueue, requestsInFlight } = deps;
  const hasLock = await db.transaction(async (tx) => {
    const [lock] = await selectRows<{ held: boolean }>(
      tx,
      `SELECT pg_try_advisory_xact_lock($1) AS held`,
      [RECONCILER_LOCK_ID],
    );
    if (!lock?.held) return false;
    for (const job of JOB_NAMES) {
      const orphaned = await findOrphanedJobs(tx, job, BATCH_SIZE);
      await Promise.all(
        orphaned.map(({ id, ...when }) => enqueue(job, buildJobPayload(job, id), when)),
      );
    }
    for (const { job, id, ...when } of await findResumableJobs(tx, requestsInFlight))
      await enqueue(job, buildJobPayload(job, id), when);
    return true;
  });
  // Runs after the transaction, which would keep the resumed rows locked while they are enqueued.
  if (hasLock) await resumeWithinBudget(deps);
};

/**
 * Runs `reconcileOnce` about once a second until stopped. This recovers jobs after crashed workers,
 * lost queue entries and failed enqueues.
 */
export const startReconciler = (deps: ReconcilerDeps): { stop(): Promise<void> } =>
  startPolling(() => reconcileOnce(deps), RECONCILE_INTERVAL, deps.logger);
