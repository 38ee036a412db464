import { AUTO_PLAY_DELAY_MS } from "#shared/domain/debates/auto-play.ts";
import type { Locked } from "#infra/db/row-locks.ts";
import { mutateRows } from "#infra/db/sql.ts";
import type { AfterCommit, Tx } from "#infra/db/transaction.ts";
import { resetAttemptsSql } from "#infra/db/jobs/job-lease.ts";
import type { Enqueue } from "#infra/queue/enqueue.ts";
import type { ProgressColumns } from "#infra/realtime/event-publisher.ts";
import { PROGRESS_COLUMNS_SQL } from "#infra/presenters/debate-progress-presenter.ts";

/**
 * The job gets a new attempt number. With the old number, the queue would discard it as a
 * duplicate.
 */
const scheduleNextTurnSql = (condition: string): string => `
  UPDATE debates
     SET auto_play_status = 'pending', auto_play_failures = 0,
         auto_play_attempt = ${resetAttemptsSql("auto_play_attempt")},
         auto_play_run_at = now() + $2 * interval '1 millisecond'
   WHERE id = $1 AND ${condition} RETURNING auto_play_attempt AS attempt`;

const SCHEDULE_NEXT_TURN_SQL = scheduleNextTurnSql("true");

interface ScheduledJob {
  attempt: number;
}

const enqueueScheduled = (
  after: AfterCommit,
  enqueue: Enqueue,
  debateId: number,
  scheduled: ScheduledJob | undefined,
  delayMs: number,
): void => {
  if (scheduled)
    after(() => enqueue("auto-play", { debateId }, { attempt: scheduled.attempt, delayMs }));
};

/**
 * Enqueues the job that requests the next turn of a debate with Auto-Play. The delay leaves users
 * time to read.
 */
export const scheduleNextTurn = async (
  tx: Tx,
  after: AfterCommit,
  enqueue: Enqueue,
  { id: debateId }: Locked<{ id: number }>,
  delayMs: number = AUTO_PLAY_DELAY_MS,
): Promise<void> => {
  const values = [debateId, delayMs];
  const [scheduled] = await mutateRows<ScheduledJob>(tx, SCHEDULE_NEXT_TURN_SQL, values);
  enqueueScheduled(after, enqueue, debateId, scheduled, delayMs);
};

/** Does not postpone a job that runs sooner. Turn $3 must be the debate's latest one. */
const SCHEDULE_AFTER_JUDGEMENT_SQL = scheduleNextTurnSql(`
  auto_play_by IS NOT NULL AND auto_play_status = 'pending' AND current_turn = $3
     AND auto_play_run_at > now() + $2 * interval '1 millisecond'`);

/**
 * Shortens the delay of Auto-Play to `AUTO_PLAY_DELAY_MS` once the latest turn is judged or its
 * judgement has failed.
 */
export const scheduleTurnAfterJudgement = async (
  tx: Tx,
  after: AfterCommit,
  enqueue: Enqueue,
  { id: debateId }: Locked<{ id: number }>,
  turnNumber: number,
): Promise<void> => {
  const values = [debateId, AUTO_PLAY_DELAY_MS, turnNumber];
  const [scheduled] = await mutateRows<ScheduledJob>(tx, SCHEDULE_AFTER_JUDGEMENT_SQL, values);
  enqueueScheduled(after, enqueue, debateId, scheduled, AUTO_PLAY_DELAY_MS);
};

/** SQL assignments that turn Auto-Play off. A running Auto-Play job loses its lease. */
export const AUTO_PLAY_OFF_SQL = "auto_play_by = NULL, auto_play_status = 'none'";

const STOP_AUTO_PLAY_SQL = `
  UPDATE debates SET ${AUTO_PLAY_OFF_SQL}
   WHERE id = $1 AND auto_play_by IS NOT NULL RETURNING ${PROGRESS_COLUMNS_SQL}`;

/** Turns Auto-Play off in the caller's transaction. Returns null if it was already off. */
export const stopAutoPlay = async (
  tx: Tx,
  { id }: Locked<{ id: number }>,
): Promise<ProgressColumns | null> => {
  const [stopped] = await mutateRows<ProgressColumns>(tx, STOP_AUTO_PLAY_SQL, [id]);
  return stopped ?? null;
};
