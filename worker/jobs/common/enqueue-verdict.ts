import type { Locked } from "#infra/db/row-locks.ts";
import { mutateRows, selectRows } from "#infra/db/sql.ts";
import type { JobStatus } from "#infra/db/entities/job-status.ts";
import type { AfterCommit, Tx } from "#infra/db/transaction.ts";
import type { ProgressColumns } from "#infra/realtime/event-publisher.ts";
import { computeMeanScores } from "#shared/domain/debates/judging/score.ts";
import type { Role } from "#shared/domain/debates/side.ts";
import type { WorkerContext } from "#worker/context.ts";
import { PROGRESS_COLUMNS_SQL } from "#infra/presenters/debate-progress-presenter.ts";
import { openPanel } from "./open-panel.ts";
import { PANEL_DUE_SQL } from "./panel-sql.ts";

interface JudgedTurn {
  role: Role;
  score: number | null;
  judging: JobStatus;
}

/**
 * Stores the final scores and enqueues the verdict, exactly once, when all turns are judged. If a
 * panel is configured, its judges are asked first, and the last of them enqueues the verdict. Does
 * nothing for a debate without a judge, whose scores stay null. The debate must be locked, so that
 * the later of two parallel judgings sees the result of the earlier one.
 */
export const enqueueVerdict = async (
  { announce, enqueue, panel }: Pick<WorkerContext, "announce" | "enqueue" | "panel">,
  tx: Tx,
  after: AfterCommit,
  { id: debateId }: Locked<{ id: number }>,
): Promise<void> => {
  const turns = await selectRows<JudgedTurn>(
    tx,
    `SELECT role, score, judging_status AS judging FROM turns WHERE debate_id = $1`,
    [debateId],
  );
  if (turns.some(({ judging }) => judging === "pending" || judging === "running")) return;
  if (turns.every(({ judging }) => judging === "none")) return;
  const [settled] = await mutateRows<ProgressColumns & { verdictAttempt: number }>(
    tx,
    `UPDATE debates SET scores = $2, verdict_status = 'pending',
            verdict_run_at = ${panel.length > 0 ? PANEL_DUE_SQL : "now()"}
      WHERE id = $1 AND verdict_status = 'none'
      RETURNING ${PROGRESS_COLUMNS_SQL}, verdict_attempt AS "verdictAttempt"`,
    [debateId, JSON.stringify({ ...computeMeanScores(turns), reasoning: null })],
  );
  if (!settled) return;
  after(() => announce.debateUpdated(settled));
  if (panel.length > 0) await openPanel({ enqueue, panel }, tx, after, debateId);
  else after(() => enqueue("judge-debate", { debateId }, { attempt: settled.verdictAttempt }));
};
