import { AUTO_PLAY_DELAY_MS } from "#shared/domain/turn.ts";
import type { Locked } from "../db/locks.ts";
import { change } from "../db/sql.ts";
import type { AfterCommit, Tx } from "../db/transaction.ts";
import { attemptsAnew } from "../db/work.ts";
import type { Enqueue } from "../queue/enqueue.ts";
import type { ProgressColumns } from "../realtime/announce.ts";
import { PROGRESS } from "../views/debate-progress.ts";

/** Each time is another attempt, so that a job of before does not stand for it. */
const ASK_LATER = `
  UPDATE debates
     SET auto_play_status = 'pending', auto_play_failures = 0,
         auto_play_attempt = ${attemptsAnew("auto_play_attempt")},
         auto_play_run_at = now() + $2 * interval '1 millisecond'
   WHERE id = $1 RETURNING auto_play_attempt AS attempt`;

/** Has a debate that plays by itself ask for its next turn, once the last was left to its readers. */
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

/** Nobody asks any more; who is about to has lost the work. */
export const OFF = "auto_play_by = NULL, auto_play_status = 'none'";

const TURN_OFF = `
  UPDATE debates SET ${OFF}
   WHERE id = $1 AND auto_play_by IS NOT NULL RETURNING ${PROGRESS}`;

/** Turns Auto-Play off, in the transaction of what ends it; null where it was off. */
export const turnAutoPlayOff = async (
  tx: Tx,
  { id }: Locked<{ id: number }>,
): Promise<ProgressColumns | null> => {
  const [off] = await change<ProgressColumns>(tx, TURN_OFF, [id]);
  return off ?? null;
};
