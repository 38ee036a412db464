import { change, select } from "#infra/db/sql.ts";
import { transact } from "#infra/db/transaction.ts";
import type { DebateStatus } from "#shared/domain/debate.ts";
import type { Provider } from "#shared/domain/provider.ts";
import { literalQuotes } from "#shared/domain/score.ts";
import type { WorkerContext } from "../context.ts";
import type { TurnJudgement } from "../prompts/judge-turn-prompt.ts";
import { LostWork } from "./work.ts";
import type { TurnOnStage } from "./load-debate.ts";
import { settleDebate } from "./settle-debate.ts";

interface Judged {
  judge: Provider | null;
  /** Null: not scored. */
  judgement: TurnJudgement | null;
}

/**
 * Stores what the judge said of a turn, keeping only quotes that stand in it; the last one settles
 * the debate. The debate's row is locked first, as everywhere. Throws `LostWork` when the attempt
 * is void.
 */
export const storeJudgement = (
  context: WorkerContext,
  turn: TurnOnStage,
  attempt: number,
  { judge, judgement }: Judged,
): Promise<void> =>
  transact(context.db, context.logger, async (tx, after) => {
    const [debate] = await select<{ status: DebateStatus }>(
      tx,
      `SELECT status FROM debates WHERE id = $1 FOR UPDATE`,
      [turn.debateId],
    );
    const { score, feedback } = judgement ?? { score: null, feedback: null };
    const quotes = literalQuotes(judgement?.quotes ?? [], turn.content);
    const stored = await change(
      tx,
      `UPDATE turns
          SET judging_status = $3, judge = $4, score = $5, feedback = $6, quotes = $7
        WHERE id = $1 AND judging_attempt = $2 AND judging_status = 'running' RETURNING id`,
      [
        turn.id,
        attempt,
        judgement ? "complete" : "failed",
        judge,
        score,
        feedback,
        JSON.stringify(quotes),
      ],
    );
    if (stored.length === 0) throw new LostWork();
    after(() => context.announce.turnJudged({ ...turn, judge, score, feedback, quotes }));
    if (debate?.status === "completed") await settleDebate(context, tx, after, turn.debateId);
  });
