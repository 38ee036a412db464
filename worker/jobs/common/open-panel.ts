import { mutateRows } from "#infra/db/sql.ts";
import type { AfterCommit, Tx } from "#infra/db/transaction.ts";
import type { WorkerContext } from "#worker/context.ts";

const INSERT_VOTES_SQL = `
  INSERT INTO panel_votes (debate_id, judge, seat)
  SELECT $1, judge, seat FROM unnest($2::text[]) WITH ORDINALITY AS asked (judge, seat)
      ON CONFLICT DO NOTHING
  RETURNING id`;

/** Asks each judge of the panel in a job of its own. The debate must be locked. */
export const openPanel = async (
  { enqueue, panel }: Pick<WorkerContext, "enqueue" | "panel">,
  tx: Tx,
  after: AfterCommit,
  debateId: number,
): Promise<void> => {
  const votes = await mutateRows<{ id: number }>(tx, INSERT_VOTES_SQL, [debateId, panel]);
  for (const { id } of votes)
    after(() => enqueue("judge-in-panel", { panelVoteId: id }, { attempt: 0 }));
};
