import { AUTO_PLAY_DELAY_MS } from "#shared/domain/turn.ts";
import type { Locked } from "../db/locks.ts";
import { change } from "../db/sql.ts";
import type { AfterCommit, Tx } from "../db/transaction.ts";
import { attemptsAnew } from "../db/work.ts";
import type { Enqueue } from "../queue/enqueue.ts";
import type { ProgressColumns } from "../realtime/announce.ts";
import { PROGRESS } from "../views/debate-progress.ts";

/** A new attempt number, so that the queue does not take the job for an earlier one. */
const ASK_LATER = `
  UPDATE debates
     SET auto_play_status = 'pending', auto_play_failures = 0,
         auto_play_attempt = ${attemptsAnew("auto_play_attempt")},
         auto_play_run_at = now() + $2 * interval '1 millisecond'
   WHERE id = $1 RETURNING auto_play_attempt AS attempt`;

/**
 * Enqueues the request for the next turn of a debate with Auto-Play; the delay leaves time to read.
 */
export const askLater = async (
  tx: Tx,
  after: AfterCommit,
  enqueue: Enqueue,
  { id: debateId }: Locked<{ id: number }>,
  delayMs: number = AUTO_PLAY_DELAY_MS,
): Promise<void> => {
  const [asked] = await change<{ attempt: number }>(tx, ASK_LATER, [debateId, delayMs]);
  if (!asked) return;
  const when = { attempt: asked.attempt, delayMs };
  after(() => enqueue("auto-play", { debateId }, when));
};

/** Also ends the lease of a running Auto-Play job. */
export const OFF = "auto_play_by = NULL, auto_play_status = 'none'";

const TURN_OFF = `
  UPDATE debates SET ${OFF}
   WHERE id = $1 AND auto_play_by IS NOT NULL RETURNING ${PROGRESS}`;

/** Turns Auto-Play off within the caller's transaction. Returns null if it was off. */
export const turnAutoPlayOff = async (
  tx: Tx,
  { id }: Locked<{ id: number }>,
): Promise<ProgressColumns | null> => {
  const [off] = await change<ProgressColumns>(tx, TURN_OFF, [id]);
  return off ?? null;
};
