import type { DataSource } from "typeorm";
import { JOB_NAMES, payloadOf } from "#shared/contract/jobs.ts";
import { select, type Sql } from "#infra/db/sql.ts";
import { noteMissedPauses, resumeWithBudget } from "#infra/operations/spending-pause.ts";
import type { Announce } from "#infra/realtime/announce.ts";
import type { SpendingLimits } from "#shared/domain/spending.ts";
import { workThatMayGoOn } from "#infra/db/provider-places.ts";
import { lostWork } from "#infra/db/work.ts";
import type { Logger } from "#infra/logger.ts";
import { forgetAnswers } from "#infra/operations/forget-answers.ts";
import type { Enqueue } from "#infra/queue/enqueue.ts";
import { poll } from "./poll.ts";

const RHYTHM = { intervalMs: 900, jitterMs: 200 };
/** Advisory lock: only one worker reconciles at a time, the others skip. */
const RECONCILE_LOCK = 336_723;
/** Maximum rows per job and poll, so that a long queue does not make a poll slow. */
const LIMIT = 500;

const FORGET_EXPORTS = `DELETE FROM exports WHERE expires_at < now()`;
/** Only today's sums are read; the table `usage` keeps the history. */
const FORGET_SPENDING = `
  DELETE FROM daily_spending WHERE day < (now() AT TIME ZONE 'utc')::date - 1`;

interface Reconciled {
  db: DataSource;
  enqueue: Enqueue;
  logger: Logger;
  /** Maximum concurrent requests to one provider, over all workers. */
  requestsInFlight: number;
  sql: Sql;
  announce: Pick<Announce, "debateUpdated">;
  limits: SpendingLimits;
}

/**
 * Enqueues jobs that waited for a spending limit and now have budget. Also notes the limit on
 * debates whose worker did not.
 */
const goOnWithBudget = async ({ sql, enqueue, announce, limits }: Reconciled): Promise<void> => {
  const { work, debates } = await resumeWithBudget(sql, limits, LIMIT);
  for (const { job, id, ...when } of work) await enqueue(job, payloadOf(job, id), when);
  const noted = await noteMissedPauses(sql, limits, LIMIT);
  for (const debate of [...debates, ...noted]) announce.debateUpdated(debate);
};

/**
 * Enqueues every job that may be missing from the queue, and deferred jobs whose provider or
 * spending limit has room again. The queue ignores duplicates. Also deletes expired exports,
 * spending sums and idempotency keys.
 */
export const reconcileOnce = async (reconciled: Reconciled): Promise<void> => {
  const { db, enqueue, requestsInFlight } = reconciled;
  const isLooking = await db.transaction(async (tx) => {
    const [lock] = await select<{ held: boolean }>(
      tx,
      `SELECT pg_try_advisory_xact_lock($1) AS held`,
      [RECONCILE_LOCK],
    );
    if (!lock?.held) return false;
    for (const job of JOB_NAMES) {
      const lost = await lostWork(tx, job, LIMIT);
      await Promise.all(lost.map(({ id, ...when }) => enqueue(job, payloadOf(job, id), when)));
    }
    for (const { job, id, ...when } of await workThatMayGoOn(tx, requestsInFlight))
      await enqueue(job, payloadOf(job, id), when);
    await tx.query(FORGET_EXPORTS);
    await tx.query(FORGET_SPENDING);
    await forgetAnswers(tx);
    return true;
  });
  // Runs outside the transaction, which would keep the resumed rows locked while enqueueing.
  if (isLooking) await goOnWithBudget(reconciled);
};

/**
 * Runs `reconcileOnce` until stopped. It recovers from crashed workers, lost jobs and failed
 * enqueues.
 */
export const startReconciling = (reconciled: Reconciled): { stop(): Promise<void> } =>
  poll(() => reconcileOnce(reconciled), RHYTHM, reconciled.logger);
