import { updateAndLockRow, lockRows } from "#infra/db/row-locks.ts";
import { type AfterCommit, withTransaction, type Tx } from "#infra/db/transaction.ts";
import { finishJob, type JobLease, LeaseLostError } from "#infra/db/jobs/job-lease.ts";
import { AUTO_PLAY_OFF_SQL } from "#infra/services/debates/auto-play.ts";
import type { ProgressColumns } from "#infra/realtime/event-publisher.ts";
import { describeRefusal } from "#shared/domain/moderation.ts";
import type { WorkerContext } from "#worker/context.ts";
import { refundDebate } from "../generate-turn/fail-turn.ts";
import type { ModeratedText } from "./load-moderated-text.ts";
import { PROGRESS_COLUMNS_SQL } from "#infra/presenters/debate-progress-presenter.ts";

const completeModeration = (
  tx: Tx,
  lease: JobLease,
  flagged: readonly string[],
): Promise<unknown> => finishJob(tx, lease, "complete", { set: "flagged = $1", values: [flagged] });

/** Makes the debate private with a reason, turns Auto-Play off and refunds the credit. */
const refuseTopic = async (
  context: WorkerContext,
  tx: Tx,
  after: AfterCommit,
  lease: JobLease,
  { debateId }: ModeratedText,
  flagged: readonly string[],
): Promise<void> => {
  const refused = await updateAndLockRow<ProgressColumns>(
    tx,
    "debates",
    `UPDATE debates SET refusal = $2, is_public = false, share_enabled = false, ${AUTO_PLAY_OFF_SQL} WHERE id = $1 RETURNING ${PROGRESS_COLUMNS_SQL}`,
    [debateId, describeRefusal(flagged)],
  );
  if (!refused) throw new LeaseLostError();
  await completeModeration(tx, lease, flagged);
  after(() => context.announce.debateUpdated(refused));
  await refundDebate(context, tx, after, refused);
};

/** Hides the turn from everyone but admins, until an admin decides on its review. */
const hideTurn = async (
  { announce }: WorkerContext,
  tx: Tx,
  after: AfterCommit,
  lease: JobLease,
  { debateId, turnId }: ModeratedText,
  flagged: readonly string[],
): Promise<void> => {
  // The review below references both rows. All code locks the debate before the turn, which avoids
  // deadlocks.
  await lockRows(tx, "debates", {
    columns: "id",
    where: "id = $1",
    values: [debateId],
    strength: "NO KEY UPDATE",
  });
  const turn = await updateAndLockRow<{ turnNumber: number }>(
    tx,
    "turns",
    `UPDATE turns SET is_hidden = true WHERE id = $1 RETURNING turn_number AS "turnNumber"`,
    [turnId],
  );
  if (!turn || turnId === null) throw new LeaseLostError();
  await completeModeration(tx, lease, flagged);
  await tx.query(
    `INSERT INTO reviews (debate_id, turn_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
    [debateId, turnId],
  );
  after(() => announce.turnModerated({ debateId, turnId, turnNumber: turn.turnNumber }));
};

/** Stores the result. Refuses a flagged topic or hides a flagged turn. Throws `LeaseLostError`. */
export const applyModeration = (
  context: WorkerContext,
  lease: JobLease,
  text: ModeratedText,
  flagged: readonly string[],
): Promise<void> =>
  withTransaction(context.db, context.logger, async (tx, after) => {
    const consequence = text.turnId === null ? refuseTopic : hideTurn;
    if (flagged.length === 0) await completeModeration(tx, lease, flagged);
    else await consequence(context, tx, after, lease, text, flagged);
  });
