import { hidesIdentitiesSql, panelSql } from "#infra/db/debates/blind-debates-sql.ts";
import { scheduleNextRun } from "#infra/db/jobs/job-lease.ts";
import { lockRows } from "#infra/db/row-locks.ts";
import { mutateRows, selectRows } from "#infra/db/sql.ts";
import { type Tx, withTransaction } from "#infra/db/transaction.ts";
import { raiseAlert } from "#infra/services/raise-alert.ts";
import { PANEL_PATIENCE_MINUTES } from "#shared/domain/debates/judging/charter.ts";
import {
  countAnswers,
  decidePanel,
  getQuorum,
  hideJudges,
  type PanelVote,
  selectPanelTexts,
} from "#shared/domain/debates/judging/panel.ts";
import type { WorkerContext } from "#worker/context.ts";
import type { VerdictReading } from "#worker/prompts/verdict-question.ts";
import type { ActiveLease } from "#worker/runtime/job-task.ts";
import { createNameMask, maskNames } from "../common/blind-debate.ts";
import type { LoadedDebate } from "../common/load-debate.ts";
import { IS_PANEL_LATE_SQL } from "../common/panel-sql.ts";
import { finishVerdict, type VerdictOutcome } from "./store-verdict.ts";

const PATIENCE_MS = PANEL_PATIENCE_MINUTES * 60_000;
/**
 * Delay until a late panel without a quorum is checked again. Another vote makes the check due
 * sooner.
 */
const LATE_RECHECK_MS = 60 * 60_000;

const BELOW_QUORUM = { code: "unusable", message: "Too few judges of the panel answered." };

interface PanelState {
  votes: PanelVote[] | null;
  /** The answers of the judges that answered both questions, in the order of the panel. */
  answers: VerdictReading[];
  charter: string | null;
  openCount: number;
  isLate: boolean;
  hidesJudges: boolean;
}

const PANEL_SQL = `
  SELECT ${panelSql("$1::int")} AS votes,
         (SELECT coalesce(jsonb_agg(answer ORDER BY p.seat, nth), '[]')
            FROM panel_votes p, jsonb_array_elements(p.answers) WITH ORDINALITY AS said (answer, nth)
           WHERE p.debate_id = $1 AND p.vote IS NOT NULL) AS answers,
         (SELECT p.charter FROM panel_votes p WHERE p.debate_id = $1 AND p.vote IS NOT NULL
           ORDER BY p.decided_at DESC LIMIT 1) AS charter,
         count(*) FILTER (WHERE p.status IN ('pending', 'running'))::int AS "openCount",
         coalesce(bool_and(${IS_PANEL_LATE_SQL}), false) AS "isLate",
         ${hidesIdentitiesSql("$1")} AS "hidesJudges"
    FROM panel_votes p WHERE p.debate_id = $1`;

const CLOSE_OPEN_VOTES_SQL = `
  UPDATE panel_votes SET status = 'failed', decided_at = now()
   WHERE debate_id = $1 AND status IN ('pending', 'running') RETURNING id`;

/**
 * Whether to wait for the remaining judges: they may still answer in time, or the quorum needs
 * them.
 */
const mustWait = (votes: readonly PanelVote[], { openCount, isLate }: PanelState): boolean =>
  openCount > 0 && !(isLate && countAnswers(votes) >= getQuorum(votes.length));

const decideOutcome = (
  context: WorkerContext,
  { debate }: LoadedDebate,
  { answers, charter, hidesJudges }: PanelState,
  votes: readonly PanelVote[],
): VerdictOutcome => {
  const panel = hidesJudges ? hideJudges(votes) : votes;
  const decision = decidePanel(votes);
  if (!decision) return { status: "failed", result: { reasoning: "", panel } };
  const text = selectPanelTexts(decision, answers).join("\n\n");
  const reasoning = maskNames(createNameMask(context, debate), text);
  const identity = {
    charter: charter ?? context.charter.hash,
    judge: "panel",
    model: null,
  } as const;
  return { status: "complete", result: { reasoning, panel }, decided: { ...identity, decision } };
};

const loadPanel = async (tx: Tx, debateId: number): Promise<PanelState> => {
  await lockRows(tx, "debates", {
    columns: "id",
    where: "id = $1",
    values: [debateId],
    strength: "NO KEY UPDATE",
  });
  const [state] = await selectRows<PanelState>(tx, PANEL_SQL, [debateId]);
  if (!state) throw new Error("a query without GROUP BY returned no row");
  return state;
};

/**
 * Decides a verdict by the votes of several judges (a panel), or waits for more votes. With
 * `isLast` it does not wait. Returns false if the debate has no panel. Throws `LeaseLostError`.
 */
export const settlePanel = (
  context: WorkerContext,
  lease: ActiveLease,
  loaded: LoadedDebate,
  { isLast = false } = {},
): Promise<boolean> =>
  withTransaction(context.db, context.logger, async (tx, after) => {
    const state = await loadPanel(tx, lease.id);
    const { votes } = state;
    if (votes === null) return false;
    if (!isLast && mustWait(votes, state)) {
      await scheduleNextRun(tx, lease, state.isLate ? LATE_RECHECK_MS : PATIENCE_MS);
      return true;
    }
    const outcome = decideOutcome(context, loaded, state, votes);
    if (outcome.status === "failed") {
      lease.failure = BELOW_QUORUM;
      const counts = { answered: countAnswers(votes), quorum: getQuorum(votes.length) };
      after(() =>
        raiseAlert(
          lease.logger,
          "panel",
          counts,
          "too few judges of the panel answered, so the debate has no verdict",
        ),
      );
    }
    await finishVerdict(context, tx, after, lease, outcome);
    await mutateRows(tx, CLOSE_OPEN_VOTES_SQL, [lease.id]);
    return true;
  });
