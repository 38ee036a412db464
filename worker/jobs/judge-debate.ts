import type { JobHandler } from "#infra/queue/consume.ts";
import { change, type Sql } from "#infra/db/sql.ts";
import type { ProgressColumns } from "#infra/realtime/announce.ts";
import type { WorkerContext } from "../context.ts";
import { completeStructured } from "../llm/complete-structured.ts";
import { judgeDebatePrompt, Verdict } from "../prompts/judge-debate-prompt.ts";
import { loadDebate } from "./load-debate.ts";
import { judgeOf } from "./model-of.ts";
import { PROGRESS } from "./progress-columns.ts";
import { LostWork } from "./work.ts";

/** Stores the verdict; null says that there is none. */
const storeVerdict = async (
  sql: Sql,
  debateId: number,
  attempt: number,
  reasoning: string | null,
): Promise<ProgressColumns> => {
  const [progress] = await change<ProgressColumns>(
    sql,
    `UPDATE debates
        SET verdict_status = $3, scores = scores || jsonb_build_object('reasoning', $4::text)
      WHERE id = $1 AND verdict_attempt = $2 AND verdict_status = 'running' RETURNING ${PROGRESS}`,
    [debateId, attempt, reasoning === null ? "failed" : "complete", reasoning ?? ""],
  );
  if (!progress) throw new LostWork();
  return progress;
};

/** Has the judge write the final verdict. Without one the debate keeps its scores. */
export const judgeDebate =
  (context: WorkerContext): JobHandler<"judge-debate"> =>
  ({ debateId }) => {
    const { sql, announce, runner } = context;
    return runner.run({
      job: "judge-debate",
      id: debateId,
      async run({ attempt, signal, logger }) {
        const { debate, speeches } = await loadDebate(sql, debateId);
        const chosen = judgeOf(context, debate);
        const prompt = judgeDebatePrompt(debate, speeches);
        const verdict = chosen && (await completeStructured(chosen.model, prompt, Verdict, signal));
        if (!verdict) logger.warn({ judge: chosen?.judge }, "there is no verdict");
        const reasoning = verdict?.reasoning ?? null;
        announce.debateUpdated(await storeVerdict(sql, debateId, attempt, reasoning));
      },
      async giveUp({ attempt }) {
        await storeVerdict(sql, debateId, attempt, null);
      },
    });
  };
