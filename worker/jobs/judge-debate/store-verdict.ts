import { hideVerdictJudge } from "#infra/db/debates/blind-debates-sql.ts";
import { finishJob, type JobLease } from "#infra/db/jobs/job-lease.ts";
import { mutateRows } from "#infra/db/sql.ts";
import { type AfterCommit, type Tx, withTransaction } from "#infra/db/transaction.ts";
import { PROGRESS_COLUMNS_SQL } from "#infra/presenters/debate-progress-presenter.ts";
import type { ProgressColumns } from "#infra/realtime/event-publisher.ts";
import { REPEATED_VERDICT_INTERVAL } from "#shared/domain/debates/judging/charter.ts";
import {
  combineAnswers,
  type Decision,
  type VerdictAnswer,
} from "#shared/domain/debates/judging/decision.ts";
import type { PanelVote } from "#shared/domain/debates/judging/panel.ts";
import type { Provider } from "#shared/domain/provider.ts";
import type { WorkerContext } from "#worker/context.ts";
import { startSeason } from "#worker/judging/charter.ts";
import { notifyVerdict } from "./notify-verdict.ts";
import type { VerdictDraft } from "./verdict-draft.ts";

/** The decision of both answers; null if an answer is missing. */
export const decide = ({ answers: [first, second] }: VerdictDraft): Decision | null =>
  first && second ? combineAnswers(first, second) : null;

const INSERT_VERDICT_SQL = `
  INSERT INTO verdicts (debate_id, charter, judge, model, winner, margin, wavered, first_winner,
                        first_margin, second_winner, second_margin)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  ON CONFLICT (debate_id) DO NOTHING RETURNING number`;

const INSERT_REPEAT_SQL = `
  INSERT INTO verdict_repeats (debate_id, judge) VALUES ($1, $2) RETURNING id`;

interface DecidedVerdict {
  charter: string;
  judge: Provider | "panel";
  model: string | null;
  decision: Decision;
  /** Both answers of a single judge. The answers of a panel are in `panel_votes`. */
  answers?: readonly VerdictAnswer[];
}

export interface VerdictOutcome {
  status: "complete" | "failed";
  /** Fields of the debate's scores other than the decision. */
  result: { reasoning: string; panel?: readonly PanelVote[] };
  /** Missing if neither a winner nor a draw was decided. */
  decided?: DecidedVerdict | null;
}

/**
 * Inserts the verdict. Every `REPEATED_VERDICT_INTERVAL`th verdict of a single judge is judged
 * again by another job.
 */
const insertVerdict = async (
  { enqueue }: Pick<WorkerContext, "enqueue">,
  tx: Tx,
  after: AfterCommit,
  debateId: number,
  { charter, judge, model, decision, answers = [] }: DecidedVerdict,
): Promise<void> => {
  const shown =
    judge === "panel" ? { judge, model } : await hideVerdictJudge(tx, debateId, { judge, model });
  const { winner, margin, wavered } = decision;
  const [first, second] = answers;
  const votes = [first?.winner, first?.margin, second?.winner, second?.margin];
  const values = [debateId, charter, shown.judge, shown.model, winner, margin, wavered, ...votes];
  const [verdict] = await mutateRows<{ number: number }>(tx, INSERT_VERDICT_SQL, values);
  if (!verdict || judge === "panel" || verdict.number % REPEATED_VERDICT_INTERVAL !== 0) return;
  const [repeat] = await mutateRows<{ id: number }>(tx, INSERT_REPEAT_SQL, [debateId, judge]);
  if (!repeat) return;
  after(() => enqueue("repeat-verdict", { verdictRepeatId: repeat.id }, { attempt: 0 }));
};

/** Ends the job with its outcome. Throws `LeaseLostError`. */
export const finishVerdict = async (
  context: WorkerContext,
  tx: Tx,
  after: AfterCommit,
  lease: JobLease,
  { status, result, decided }: VerdictOutcome,
): Promise<void> => {
  const decision = decided && { ...decided.decision, charter: decided.charter };
  const progress = await finishJob<ProgressColumns>(tx, lease, status, {
    set: "scores = scores || $1::jsonb, verdict_draft = NULL",
    values: [JSON.stringify({ ...result, ...(decision && { decision }) })],
    returning: PROGRESS_COLUMNS_SQL,
  });
  if (decided) {
    await startSeason(tx, context.charter);
    await insertVerdict(context, tx, after, lease.id, decided);
  }
  after(() => context.announce.debateUpdated(progress));
  if (status === "complete") await notifyVerdict(context, tx, after, lease.id);
};

export interface WrittenVerdict {
  draft: VerdictDraft;
  reasoning: string;
}

/** Stores the verdict of a single judge; null marks it as failed. Throws `LeaseLostError`. */
export const storeVerdict = (
  context: WorkerContext,
  lease: JobLease,
  verdict: WrittenVerdict | null,
): Promise<void> =>
  withTransaction(context.db, context.logger, (tx, after) => {
    const decision = verdict && decide(verdict.draft);
    return finishVerdict(context, tx, after, lease, {
      status: verdict ? "complete" : "failed",
      result: { reasoning: verdict?.reasoning ?? "" },
      decided: verdict && decision && { ...verdict.draft, decision },
    });
  });
