import { type Locked, lockRows } from "#infra/db/locks.ts";
import type { Sql } from "#infra/db/sql.ts";
import { type AfterCommit, transact, type Tx } from "#infra/db/transaction.ts";
import { endWork, type Hold, LostWork } from "#infra/db/work.ts";
import { findReachedLimit } from "#infra/db/spending.ts";
import { addTurn } from "#infra/operations/add-turn.ts";
import { askLater, turnAutoPlayOff } from "#infra/operations/auto-play.ts";
import { noteSpendingPause } from "#infra/operations/spending-pause.ts";
import { isListenedTo } from "#infra/operations/listeners.ts";
import type { JobHandler } from "#infra/queue/consume.ts";
import { findBroadcast } from "#infra/radio/find-broadcast.ts";
import { voiceOf } from "#infra/radio/programme.ts";
import type { Announce } from "#infra/realtime/announce.ts";
import { paceOf } from "#infra/views/debate-progress.ts";
import type { Pace } from "#shared/domain/debate.ts";
import { showWaitMs } from "#shared/domain/show.ts";
import { AUTO_PLAY_DELAY_MS } from "#shared/domain/turn.ts";
import type { WorkerContext } from "../context.ts";
import { Postponed } from "./attempt.ts";

interface Played {
  id: number;
  ownerId: number;
  currentTurn: number;
  maxTurns: number;
  /** The user who turned Auto-Play on; null if it is off. */
  userId: number | null;
  isSuspended: boolean;
  pace: Pace;
  /** Milliseconds until the job is due; negative if overdue. */
  early: number;
  /** When its last turn was complete, in milliseconds since 1970; 0 if there is none. */
  writtenAt: number;
}

const PLAYED = `
  id, user_id AS "ownerId", ${paceOf("debates")} AS pace, current_turn AS "currentTurn",
  max_turns AS "maxTurns", auto_play_by AS "userId",
  EXISTS (SELECT FROM users u WHERE u.id = auto_play_by AND u.suspended_at IS NOT NULL) AS "isSuspended",
  (extract(epoch FROM auto_play_run_at - clock_timestamp()) * 1000)::float AS early,
  coalesce(extract(epoch FROM spoken_at) * 1000, 0)::float AS "writtenAt"`;

const turnOff = async (
  announce: Announce,
  tx: Tx,
  after: AfterCommit,
  debate: Locked<{ id: number }>,
): Promise<void> => {
  const off = await turnAutoPlayOff(tx, debate);
  if (off) after(() => announce.debateUpdated(off));
};

/**
 * Returns how many milliseconds the next turn waits for the voice: 0 unless the debate's pace
 * follows the voice and it has listeners. Capped at `AUTO_PLAY_DELAY_MS`, because listeners may
 * leave and the pace may change.
 */
const waitsForVoice = async (sql: Sql, { id, pace, writtenAt }: Played): Promise<number> => {
  if (pace === "text" || !(await isListenedTo(sql, id))) return 0;
  const broadcast = await findBroadcast(sql, id);
  if (!broadcast) return 0;
  const waitMs = showWaitMs({ ...voiceOf(broadcast), now: broadcast.now, writtenAt });
  return Math.ceil(Math.min(waitMs, AUTO_PLAY_DELAY_MS));
};

/**
 * Adds the debate's next turn, unless one is already open. Postpones it, without a failure, if the
 * user has too many open turns or the voice is behind. Turns Auto-Play off if the user is suspended
 * or a daily spending limit is reached. Throws `Postponed` for a job that arrives before it is due,
 * and `LostWork`.
 */
const askForTurn = (
  { db, logger, enqueue, announce, openTurns, limits }: WorkerContext,
  hold: Hold,
): Promise<void> =>
  transact(db, logger, async (tx, after) => {
    const [debate] = await lockRows<Played>(tx, "debates", {
      columns: PLAYED,
      where: "id = $1",
      values: [hold.id],
      // Allows concurrent inserts of turns, whose foreign key locks the debate.
      strength: "NO KEY UPDATE",
    });
    if (!debate) throw new LostWork();
    if (debate.early > 0) throw new Postponed(Math.ceil(debate.early));
    await endWork(tx, hold, "complete", { set: "auto_play_failures = 0" });
    if (debate.userId === null) return;
    if (debate.isSuspended) return turnOff(announce, tx, after, debate);
    const reached = await findReachedLimit(tx, limits, debate.ownerId);
    if (reached) {
      const paused = await noteSpendingPause(tx, debate.id, reached);
      if (paused) after(() => announce.debateUpdated(paused));
      return;
    }
    const waitMs = await waitsForVoice(tx, debate);
    if (waitMs > 0) return askLater(tx, after, enqueue, debate, waitMs);
    const asker = { userId: debate.userId, openTurns };
    const added = await addTurn(tx, after, enqueue, debate, asker);
    if (added === "busy") await askLater(tx, after, enqueue, debate);
  });

/** Ends Auto-Play after any error. Throws `LostWork`. */
const stop = ({ db, logger, announce }: WorkerContext, hold: Hold): Promise<void> =>
  transact(db, logger, async (tx, after) => {
    const set = "auto_play_run_at = NULL";
    const debate = await endWork<{ id: number }>(tx, hold, "failed", { set });
    await turnOff(announce, tx, after, debate);
  });

/** Continues a debate automatically: adds the next turn after the reading time of the last one. */
export const autoPlay =
  (context: WorkerContext): JobHandler<"auto-play"> =>
  ({ debateId }) =>
    context.runner.run({
      job: "auto-play",
      id: debateId,
      run: (attempt) => askForTurn(context, attempt),
      giveUp: (attempt) => stop(context, attempt),
    });
