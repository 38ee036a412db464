import { lockRows } from "#infra/db/row-locks.ts";
import { withTransaction } from "#infra/db/transaction.ts";
import { hideTurnIdentity } from "#infra/db/debates/blind-debates-sql.ts";
import { finishJob, type JobLease, LeaseLostError } from "#infra/db/jobs/job-lease.ts";
import { languageSql, paceSql } from "#infra/presenters/debate-progress-presenter.ts";
import { enqueueRuling } from "#infra/services/audio/enqueue-ruling.ts";
import { scheduleTurnAfterJudgement } from "#infra/services/debates/auto-play.ts";
import type { Pace } from "#shared/domain/debates/debate.ts";
import type { LanguageTag } from "#shared/domain/debates/language/language.ts";
import type { Provider } from "#shared/domain/provider.ts";
import { isProvider, type Speaker } from "#shared/domain/speaker.ts";
import { findLiteralQuotes } from "#shared/domain/debates/judging/literal-quotes.ts";
import type { SealSubject } from "#shared/domain/debates/judging/sealed-results.ts";
import type { WorkerContext } from "#worker/context.ts";
import type { TurnJudgementReply } from "#worker/prompts/judge-turn-prompt.ts";
import type { TurnForJob } from "../common/load-debate.ts";
import { enqueueVerdict } from "../common/enqueue-verdict.ts";

interface JudgementResult {
  judge: Provider | null;
  judgeModel: string | null;
  /** Null if the turn is not scored. */
  judgement: TurnJudgementReply | null;
}

type JudgedDebate = SealSubject & {
  id: number;
  maxTurns: number;
  pace: Pace;
  botAProvider: Speaker;
  botBProvider: Speaker;
  mystery: boolean;
  language: LanguageTag;
};

const JUDGED_DEBATE_COLUMNS_SQL = `
  id, status, spoken_at AS "spokenAt", max_turns AS "maxTurns", ${paceSql("debates")} AS pace,
  bot_a_provider AS "botAProvider", bot_b_provider AS "botBProvider", mystery,
  ${languageSql("debates")} AS language`;

/**
 * Stores the judgement of a turn, with only the quotes that occur in its text. Auto-Play then
 * stops waiting for the judgement. The last judgement of a complete debate enqueues the verdict.
 * If the debate has the pace `voice`, a voice recording of the judge's ruling is enqueued, because
 * pages play it after the turn.
 * Throws `LeaseLostError`.
 */
export const storeJudgement = (
  context: WorkerContext,
  lease: JobLease,
  turn: TurnForJob,
  { judge: realJudge, judgeModel: realModel, judgement }: JudgementResult,
): Promise<void> =>
  withTransaction(context.db, context.logger, async (tx, after) => {
    const [debate] = await lockRows<JudgedDebate>(tx, "debates", {
      columns: JUDGED_DEBATE_COLUMNS_SQL,
      where: "id = $1",
      values: [turn.debateId],
    });
    if (!debate) throw new LeaseLostError();
    const { score, ruling, feedback } = judgement ?? { score: null, ruling: null, feedback: null };
    const isBlind = !isProvider(debate.botAProvider);
    const judge: Speaker | null = isBlind && realJudge ? "judge" : realJudge;
    const judgeModel = isBlind ? null : realModel;
    const quotes = findLiteralQuotes(judgement?.quotes ?? [], turn.content);
    const { isHidden } = await finishJob<{ isHidden: boolean }>(
      tx,
      lease,
      judgement ? "complete" : "failed",
      {
        set: "judge = $1, judge_model = $2, score = $3, ruling = $4, feedback = $5, quotes = $6",
        values: [judge, judgeModel, score, ruling, feedback, JSON.stringify(quotes)],
        returning: 'is_hidden AS "isHidden"',
      },
    );
    if (isBlind) await hideTurnIdentity(tx, turn.id, { judge: realJudge, judgeModel: realModel });
    const judged = { judge, judgeModel, score, ruling, feedback, quotes };
    after(() => context.announce.turnJudged({ ...turn, isHidden, ...judged }, debate));
    const isSpoken = debate.pace === "voice" && !isHidden;
    if (isSpoken && context.voice && judge && ruling !== null) {
      const voiceDeps = { voice: context.voice.access, enqueue: context.enqueue };
      const spoken = { ...debate, turnId: turn.id, ruling, judge };
      await enqueueRuling(tx, after, voiceDeps, spoken, turn.askedBy);
    }
    if (debate.status === "completed") await enqueueVerdict(context, tx, after, debate);
    else await scheduleTurnAfterJudgement(tx, after, context.enqueue, debate, turn.turnNumber);
  });
