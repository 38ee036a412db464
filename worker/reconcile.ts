import type { DataSource } from "typeorm";
import { JOB_NAMES, payloadOf } from "#shared/contract/jobs.ts";
import { select } from "#infra/db/sql.ts";
import { workThatMayGoOn } from "#infra/db/provider-places.ts";
import { lostWork } from "#infra/db/work.ts";
import type { Logger } from "#infra/logger.ts";
import { forgetAnswers } from "#infra/operations/forget-answers.ts";
import type { Enqueue } from "#infra/queue/enqueue.ts";
import { poll } from "./poll.ts";

/** About a second between two looks. */
const RHYTHM = { intervalMs: 900, jitterMs: 200 };
/** Whoever looks holds this lock; the others skip their turn. */
const RECONCILE_LOCK = 336_723;
/** Rows of a kind in one look: a queue that is merely long costs no more than this. */
const LIMIT = 500;

const FORGET_EXPORTS = `DELETE FROM exports WHERE expires_at < now()`;

interface Reconciled {
  db: DataSource;
  enqueue: Enqueue;
  logger: Logger;
  /** To one provider, of all workers. */
  requestsInFlight: number;
}

/**
 * Adds again every job that should exist and may not, and those that a provider has a place for now.
 * The queue ignores those it has. What somebody could save, or ask for again, for a day is forgotten
 * after it.
 */
export const reconcileOnce = ({ db, enqueue, requestsInFlight }: Reconciled): Promise<void> =>
  db.transaction(async (tx) => {
    const [lock] = await select<{ held: boolean }>(
      tx,
      `SELECT pg_try_advisory_xact_lock($1) AS held`,
      [RECONCILE_LOCK],
    );
    if (!lock?.held) return;
    for (const job of JOB_NAMES) {
      const lost = await lostWork(tx, job, LIMIT);
      await Promise.all(lost.map(({ id, ...when }) => enqueue(job, payloadOf(job, id), when)));
    }
    for (const { job, id, ...when } of await workThatMayGoOn(tx, requestsInFlight))
      await enqueue(job, payloadOf(job, id), when);
    await tx.query(FORGET_EXPORTS);
    await forgetAnswers(tx);
  });

/** Reconciles until stopped: the one way back for crashed workers, lost jobs and failed enqueues. */
export const startReconciling = (reconciled: Reconciled): { stop(): Promise<void> } =>
  poll(() => reconcileOnce(reconciled), RHYTHM, reconciled.logger);
