import { changeAndLock, lockRows } from "#infra/db/locks.ts";
import { type AfterCommit, transact, type Tx } from "#infra/db/transaction.ts";
import { endWork, type Hold, LostWork } from "#infra/db/work.ts";
import { OFF } from "#infra/operations/auto-play.ts";
import type { ProgressColumns } from "#infra/realtime/announce.ts";
import { refusalOf } from "#shared/domain/moderation.ts";
import type { WorkerContext } from "../context.ts";
import { refund } from "./fail-turn.ts";
import type { ModeratedText } from "./load-moderated-text.ts";
import { PROGRESS } from "#infra/views/debate-progress.ts";

const end = (tx: Tx, hold: Hold, flagged: readonly string[]): Promise<unknown> =>
  endWork(tx, hold, "complete", { set: "flagged = $1", values: [flagged] });

/** Makes the debate private with a reason, turns Auto-Play off and refunds the credit. */
const refuseTopic = async (
  context: WorkerContext,
  tx: Tx,
  after: AfterCommit,
  hold: Hold,
  { debateId }: ModeratedText,
  flagged: readonly string[],
): Promise<void> => {
  const refused = await changeAndLock<ProgressColumns>(
    tx,
    "debates",
    `UPDATE debates SET refusal = $2, is_public = false, share_enabled = false, ${OFF} WHERE id = $1 RETURNING ${PROGRESS}`,
    [debateId, refusalOf(flagged)],
  );
  if (!refused) throw new LostWork();
  await end(tx, hold, flagged);
  after(() => context.announce.debateUpdated(refused));
  await refund(context, tx, after, refused);
};

/** Hides the turn from everyone but admins, until an admin decides on the review. */
const hideTurn = async (
  { announce }: WorkerContext,
  tx: Tx,
  after: AfterCommit,
  hold: Hold,
  { debateId, turnId }: ModeratedText,
  flagged: readonly string[],
): Promise<void> => {
  // Locks the debate before the turn, the order used everywhere; the review references both.
  await lockRows(tx, "debates", {
    columns: "id",
    where: "id = $1",
    values: [debateId],
    strength: "NO KEY UPDATE",
  });
  const turn = await changeAndLock<{ turnNumber: number }>(
    tx,
    "turns",
    `UPDATE turns SET is_hidden = true WHERE id = $1 RETURNING turn_number AS "turnNumber"`,
    [turnId],
  );
  if (!turn || turnId === null) throw new LostWork();
  await end(tx, hold, flagged);
  await tx.query(
    `INSERT INTO reviews (debate_id, turn_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
    [debateId, turnId],
  );
  after(() => announce.turnModerated({ debateId, turnId, turnNumber: turn.turnNumber }));
};

/**
 * Stores the result and refuses the topic or hides the turn if it was flagged. Throws `LostWork`.
 */
export const settleModeration = (
  context: WorkerContext,
  hold: Hold,
  text: ModeratedText,
  flagged: readonly string[],
): Promise<void> =>
  transact(context.db, context.logger, async (tx, after) => {
    const consequence = text.turnId === null ? refuseTopic : hideTurn;
    if (flagged.length === 0) await end(tx, hold, flagged);
    else await consequence(context, tx, after, hold, text, flagged);
  });
