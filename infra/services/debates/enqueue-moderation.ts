import { mutateRows, type Sql } from "#infra/db/sql.ts";
import type { AfterCommit } from "#infra/db/transaction.ts";
import type { Enqueue } from "#infra/queue/enqueue.ts";

/**
 * Requests moderation of a turn, or of the debate's topic if `turnId` is null, and enqueues the job
 * after the commit.
 */
export const enqueueModeration = async (
  tx: Sql,
  after: AfterCommit,
  enqueue: Enqueue,
  debateId: number,
  turnId: number | null,
): Promise<void> => {
  const [inserted] = await mutateRows<{ id: number }>(
    tx,
    `INSERT INTO moderations (debate_id, turn_id) VALUES ($1, $2) RETURNING id`,
    [debateId, turnId],
  );
  if (inserted) after(() => enqueue("moderate", { moderationId: inserted.id }, { attempt: 0 }));
};
