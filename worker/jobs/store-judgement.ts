import { lockRows } from "#infra/db/locks.ts";
import { transact } from "#infra/db/transaction.ts";
import { endWork, type Hold, LostWork } from "#infra/db/work.ts";
import type { DebateStatus } from "#shared/domain/debate.ts";
import type { Provider } from "#shared/domain/provider.ts";
import { literalQuotes } from "#shared/domain/score.ts";
import type { WorkerContext } from "../context.ts";
import type { TurnJudgement } from "../prompts/judge-turn-prompt.ts";
import type { TurnForJob } from "./load-debate.ts";
import { askForVerdict } from "./ask-for-verdict.ts";

interface Judged {
  judge: Provider | null;
  /** Null if the turn is not scored. */
  judgement: TurnJudgement | null;
}

/**
 * Stores the judgement of a turn, with only the quotes that occur in its text. The last judgement
 * of a complete debate enqueues the verdict. Throws `LostWork`.
 */
export const storeJudgement = (
  context: WorkerContext,
  hold: Hold,
  turn: TurnForJob,
  { judge, judgement }: Judged,
): Promise<void> =>
  transact(context.db, context.logger, async (tx, after) => {
    const [debate] = await lockRows<{ id: number; status: DebateStatus }>(tx, "debates", {
      columns: "id, status",
      where: "id = $1",
      values: [turn.debateId],
    });
    if (!debate) throw new LostWork();
    const { score, feedback } = judgement ?? { score: null, feedback: null };
    const quotes = literalQuotes(judgement?.quotes ?? [], turn.content);
    const { isHidden } = await endWork<{ isHidden: boolean }>(
      tx,
      hold,
      judgement ? "complete" : "failed",
      {
        set: "judge = $1, score = $2, feedback = $3, quotes = $4",
        values: [judge, score, feedback, JSON.stringify(quotes)],
        returning: 'is_hidden AS "isHidden"',
      },
    );
    after(() => context.announce.turnJudged({ ...turn, isHidden, judge, score, feedback, quotes }));
    if (debate.status === "completed") await askForVerdict(context, tx, after, debate);
  });
