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

/** About a second between two looks. */
const RHYTHM = { intervalMs: 900, jitterMs: 200 };
/** Whoever looks holds this lock; the others skip their turn. */
const RECONCILE_LOCK = 336_723;
/** Rows of a kind in one look: a queue that is merely long costs no more than this. */
const LIMIT = 500;

const FORGET_EXPORTS = `DELETE FROM exports WHERE expires_at < now()`;
/** Sums are read of today only; `usage` keeps the past. */
const FORGET_SPENDING = `
  DELETE FROM daily_spending WHERE day < (now() AT TIME ZONE 'utc')::date - 1`;

interface Reconciled {
  db: DataSource;
  enqueue: Enqueue;
  logger: Logger;
  /** To one provider, of all workers. */
  requestsInFlight: number;
  sql: Sql;
  announce: Pick<Announce, "debateUpdated">;
  limits: SpendingLimits;
}

/**
 * Enqueues what waited for a spending limit, where there is budget again, and notes the limit on debates
 * that a worker has left without the note.
 */
const goOnWithBudget = async ({ sql, enqueue, announce, limits }: Reconciled): Promise<void> => {
  const { work, debates } = await resumeWithBudget(sql, limits, LIMIT);
  for (const { job, id, ...when } of work) await enqueue(job, payloadOf(job, id), when);
  const noted = await noteMissedPauses(sql, limits, LIMIT);
  for (const debate of [...debates, ...noted]) announce.debateUpdated(debate);
};

/**
 * Enqueues every job that should exist and may not, and those that a provider or a spending limit has
 * room for now. The queue ignores those it has. Deletes what is kept for a day only.
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
  // Outside of that transaction: it would hold the resumed rows while it enqueues.
  if (isLooking) await goOnWithBudget(reconciled);
};

/** Reconciles until stopped: the one way back for crashed workers, lost jobs and failed enqueues. */
export const startReconciling = (reconciled: Reconciled): { stop(): Promise<void> } =>
  poll(() => reconcileOnce(reconciled), RHYTHM, reconciled.logger);
