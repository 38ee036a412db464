import { type Locked, lockRows } from "#infra/db/row-locks.ts";
import { selectRows, type Sql } from "#infra/db/sql.ts";
import { type AfterCommit, withTransaction, type Tx } from "#infra/db/transaction.ts";
import { finishJob, type JobLease, LeaseLostError } from "#infra/db/jobs/job-lease.ts";
import { isWatchedOrHeardSql } from "#infra/services/audio/live-listeners.ts";
import { findReachedLimitOfUser } from "#infra/db/providers/spending-limits.ts";
import { addTurn } from "#infra/services/debates/add-turn.ts";
import { scheduleNextTurn, stopAutoPlay } from "#infra/services/debates/auto-play.ts";
import { pauseDebateForSpending } from "#infra/services/debates/spending-pause.ts";
import type { JobHandler } from "#infra/queue/queue-consumer.ts";
import { findStreamedDebate } from "#infra/audio/find-streamed-debate.ts";
import { getVoiceProgress } from "#infra/audio/live-schedule.ts";
import type { EventPublisher } from "#infra/realtime/event-publisher.ts";
import { paceSql } from "#infra/presenters/debate-progress-presenter.ts";
import type { Pace } from "#shared/domain/debates/debate.ts";
import { computeVoiceWaitMs } from "#shared/domain/audio/voice-wait.ts";
import { AUTO_PLAY_DELAY_MS, computeJudgementWaitMs } from "#shared/domain/debates/auto-play.ts";
import type { WorkerContext } from "#worker/context.ts";
import { JobDeferredError } from "#worker/runtime/job-task.ts";

interface AutoPlayRow {
  id: number;
  ownerId: number;
  currentTurn: number;
  maxTurns: number;
  /** The user who turned Auto-Play on; null if it is off. */
  userId: number | null;
  isSuspended: boolean;
  pace: Pace;
  /** Whether the debate has a watcher or a listener. */
  isWatchedOrHeard: boolean;
  /** Milliseconds until the job is due; negative if overdue. */
  early: number;
  /** When the debate's last turn was completed, in milliseconds since 1970; 0 if there is none. */
  writtenAt: number;
}

const AUTO_PLAY_COLUMNS = `
  id, user_id AS "ownerId", ${paceSql("debates")} AS pace, current_turn AS "currentTurn",
  max_turns AS "maxTurns", auto_play_by AS "userId",
  EXISTS (SELECT FROM users u WHERE u.id = auto_play_by AND u.suspended_at IS NOT NULL) AS "isSuspended",
  ${isWatchedOrHeardSql("debates.id")} AS "isWatchedOrHeard",
  (extract(epoch FROM auto_play_run_at - clock_timestamp()) * 1000)::float AS early,
  coalesce(extract(epoch FROM spoken_at) * 1000, 0)::float AS "writtenAt"`;

/**
 * The next turn is requested this long before the last word is spoken, because a model needs time
 * to answer.
 */
const REQUEST_AHEAD_MS = 1500;

const disableAutoPlay = async (
  announce: EventPublisher,
  tx: Tx,
  after: AfterCommit,
  debate: Locked<{ id: number }>,
): Promise<void> => {
  const stopped = await stopAutoPlay(tx, debate);
  if (stopped) after(() => announce.debateUpdated(stopped));
};

/**
 * Returns a row if the debate's last turn is being judged. It runs after the statement that locks
 * the debate. As a part of that statement, it could read the turn before the lock is granted.
 */
const FIND_JUDGING_SQL = `
  SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float AS now FROM turns
   WHERE debate_id = $1 AND turn_number = $2 AND judging_status IN ('pending', 'running')`;

/** Returns how many milliseconds the next turn waits for the judgement of the last one. */
const loadJudgementWaitMs = async (
  sql: Sql,
  { id, currentTurn, writtenAt }: AutoPlayRow,
): Promise<number> => {
  const [judging] = await selectRows<{ now: number }>(sql, FIND_JUDGING_SQL, [id, currentTurn]);
  return judging ? Math.ceil(computeJudgementWaitMs({ ...judging, writtenAt })) : 0;
};

/**
 * Returns how many milliseconds the next turn waits until the last one has been spoken. Returns 0
 * if the debate does not follow the voice (pace `text`), or if no page is open and the live stream
 * has no listeners. Returns at most `AUTO_PLAY_DELAY_MS`. After this time the job checks again
 * whether viewers have left or the pace has changed.
 */
const loadVoiceWaitMs = async (
  sql: Sql,
  { id, pace, isWatchedOrHeard, writtenAt }: AutoPlayRow,
): Promise<number> => {
  if (pace === "text" || !isWatchedOrHeard) return 0;
  const broadcast = await findStreamedDebate(sql, id);
  if (!broadcast) return 0;
  const waitMs = computeVoiceWaitMs({
    ...getVoiceProgress(broadcast),
    now: broadcast.now,
    writtenAt,
  });
  return Math.ceil(Math.max(0, Math.min(waitMs - REQUEST_AHEAD_MS, AUTO_PLAY_DELAY_MS)));
};

/**
 * Adds the debate's next turn, unless a turn is already open. Postpones the job, without a failure,
 * if the user has too many open turns, or if the last turn is being judged or spoken. Turns
 * Auto-Play off if the user is suspended or a daily spending limit is reached. Throws
 * `JobDeferredError` if the job arrives before it is due, and `LeaseLostError`.
 */
const enqueueNextTurn = (
  { db, logger, enqueue, announce, openTurns, limits }: WorkerContext,
  lease: JobLease,
): Promise<void> =>
  withTransaction(db, logger, async (tx, after) => {
    const [debate] = await lockRows<AutoPlayRow>(tx, "debates", {
      columns: AUTO_PLAY_COLUMNS,
      where: "id = $1",
      values: [lease.id],
      // A stronger lock would block inserts of turns, whose foreign key also locks the debate's
      // row.
      strength: "NO KEY UPDATE",
    });
    if (!debate) throw new LeaseLostError();
    if (debate.early > 0) throw new JobDeferredError(Math.ceil(debate.early));
    await finishJob(tx, lease, "complete", { set: "auto_play_failures = 0" });
    if (debate.userId === null) return;
    if (debate.isSuspended) return disableAutoPlay(announce, tx, after, debate);
    const reached = await findReachedLimitOfUser(tx, limits, debate.ownerId);
    if (reached) {
      const paused = await pauseDebateForSpending(tx, debate.id, reached);
      if (paused) after(() => announce.debateUpdated(paused));
      return;
    }
    const waitMs = (await loadJudgementWaitMs(tx, debate)) || (await loadVoiceWaitMs(tx, debate));
    if (waitMs > 0) return scheduleNextTurn(tx, after, enqueue, debate, waitMs);
    const asker = { userId: debate.userId, openTurns };
    const added = await addTurn(tx, after, enqueue, debate, asker);
    if (added === "busy") await scheduleNextTurn(tx, after, enqueue, debate);
  });

/** Turns Auto-Play off when the job has failed for good. Throws `LeaseLostError`. */
const failAutoPlay = ({ db, logger, announce }: WorkerContext, lease: JobLease): Promise<void> =>
  withTransaction(db, logger, async (tx, after) => {
    const set = "auto_play_run_at = NULL";
    const debate = await finishJob<{ id: number }>(tx, lease, "failed", { set });
    await disableAutoPlay(announce, tx, after, debate);
  });

/**
 * Continues a debate automatically: adds the next turn some time after the judgement of the last
 * one. At the pace `voice`, also waits until the last turn has been spoken.
 */
export const autoPlay =
  (context: WorkerContext): JobHandler<"auto-play"> =>
  ({ debateId }) =>
    context.runner.run({
      job: "auto-play",
      id: debateId,
      run: (lease) => enqueueNextTurn(context, lease),
      giveUp: (lease) => failAutoPlay(context, lease),
    });
