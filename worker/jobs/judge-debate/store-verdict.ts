import { hideVerdictJudge } from "#infra/db/debates/blind-debates-sql.ts";
import { finishJob, type JobLease } from "#infra/db/jobs/job-lease.ts";
import { mutateRows } from "#infra/db/sql.ts";
import { type AfterCommit, type Tx, withTransaction } from "#infra/db/transaction.ts";
import { PROGRESS_COLUMNS_SQL } from "#infra/presenters/debate-progress-presenter.ts";
import type { ProgressColumns } from "#infra/realtime/event-publisher.ts";
import { REPEATED_VERDICT_INTERVAL } from "#shared/domain/debates/judging/charter.ts";
import { combineAnswers, type Decision } from "#shared/domain/debates/judging/decision.ts";
import type { WorkerContext } from "#worker/context.ts";
import { saveCharter } from "#worker/judging/charter.ts";
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

/** Inserts the verdict. Every `REPEATED_VERDICT_INTERVAL`th is judged again by a job of its own. */
const insertVerdict = async (
  { enqueue }: Pick<WorkerContext, "enqueue">,
  tx: Tx,
  after: AfterCommit,
  debateId: number,
  draft: VerdictDraft,
  { winner, margin, wavered }: Decision,
): Promise<void> => {
  const { charter, answers } = draft;
  const { judge, model } = await hideVerdictJudge(tx, debateId, draft);
  const votes = answers.flatMap((answer) => [answer.winner, answer.margin]);
  const values = [debateId, charter, judge, model, winner, margin, wavered, ...votes];
  const [verdict] = await mutateRows<{ number: number }>(tx, INSERT_VERDICT_SQL, values);
  if (!verdict || verdict.number % REPEATED_VERDICT_INTERVAL !== 0) return;
  const [repeat] = await mutateRows<{ id: number }>(tx, INSERT_REPEAT_SQL, [debateId, judge]);
  if (!repeat) return;
  after(() => enqueue("repeat-verdict", { verdictRepeatId: repeat.id }, { attempt: 0 }));
};

export interface WrittenVerdict {
  draft: VerdictDraft;
  reasoning: string;
}

/** Stores the verdict; null marks it as failed. Throws `LeaseLostError`. */
export const storeVerdict = (
  context: WorkerContext,
  lease: JobLease,
  verdict: WrittenVerdict | null,
): Promise<void> =>
  withTransaction(context.db, context.logger, async (tx, after) => {
    const decision = verdict && decide(verdict.draft);
    const result = {
      reasoning: verdict?.reasoning ?? "",
      ...(decision && { decision: { ...decision, charter: context.charter.hash } }),
    };
    const progress = await finishJob<ProgressColumns>(tx, lease, verdict ? "complete" : "failed", {
      set: "scores = scores || $1::jsonb, verdict_draft = NULL",
      values: [JSON.stringify(result)],
      returning: PROGRESS_COLUMNS_SQL,
    });
    if (verdict && decision) {
      await saveCharter(tx, context.charter);
      await insertVerdict(context, tx, after, lease.id, verdict.draft, decision);
    }
    after(() => context.announce.debateUpdated(progress));
    if (verdict) await notifyVerdict(context, tx, after, lease.id);
  });
