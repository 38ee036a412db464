import type { DataSource } from "typeorm";
import { claimJob } from "#infra/db/jobs/claim-job.ts";
import { type JobLease, LeaseLostError } from "#infra/db/jobs/job-lease.ts";
import type { JobName } from "#shared/contract/jobs.ts";
import type { WorkerContext } from "#worker/context.ts";
import type { JobTask } from "#worker/runtime/job-task.ts";
import { autoPlay } from "#worker/jobs/auto-play/auto-play.ts";
import { collectUserData } from "#worker/jobs/export-data/collect-user-data.ts";
import { completeTurn } from "#worker/jobs/generate-turn/complete-turn.ts";
import { discardIfTurnRestarted } from "#worker/jobs/synthesize-speech/finish-recording.ts";
import { failTurn } from "#worker/jobs/generate-turn/fail-turn.ts";
import { loadModeratedText } from "#worker/jobs/moderate/load-moderated-text.ts";
import { applyModeration } from "#worker/jobs/moderate/apply-moderation.ts";
import { findScript } from "#worker/jobs/synthesize-speech/synthesize-script.ts";
import { storeJudgement } from "#worker/jobs/judge-turn/store-judgement.ts";
import { testLogger } from "../harness.ts";
import { createLease } from "../helpers/create-lease.ts";
import { useTestDatabase } from "../helpers/use-test-database.ts";

/** An id that no row has. */
const GONE = 999;

describe("a job whose row was deleted while it ran", () => {
  let db: DataSource;
  useTestDatabase((opened) => {
    db = opened;
  });

  const lease = (job: JobName): JobLease => createLease({ job, id: GONE });
  const context = () =>
    ({ db, sql: db, logger: testLogger, models: new Map() }) as unknown as WorkerContext;
  const text = { debateId: GONE, text: "", format: "standard" } as const;
  const turn = { id: GONE, debateId: GONE, turnNumber: 1, content: "" };

  it.each<[string, () => Promise<unknown>]>([
    ["collects an export", () => collectUserData(db, GONE)],
    ["reads a text to moderate", () => loadModeratedText(db, GONE)],
    [
      "refuses a topic",
      () => applyModeration(context(), lease("moderate"), { ...text, turnId: null }, ["hate"]),
    ],
    [
      "hides a turn",
      () => applyModeration(context(), lease("moderate"), { ...text, turnId: GONE }, ["hate"]),
    ],
    ["loads its script", () => findScript(db, GONE)],
    [
      "discards a recording",
      () =>
        discardIfTurnRestarted(context(), lease("synthesize-speech"), { turnId: GONE } as never),
    ],
    [
      "completes a turn",
      () =>
        completeTurn(
          context(),
          lease("generate-turn"),
          {
            id: GONE,
            maxTurns: 2,
            botAProvider: "openai",
            real: { botAProvider: "openai", botBProvider: "grok" },
          } as never,
          turn as never,
          false,
        ),
    ],
    [
      "fails a turn",
      () => failTurn(context(), lease("generate-turn"), { code: "interrupted", message: "" }),
    ],
    [
      "stores a judgement",
      () =>
        storeJudgement(context(), lease("judge-turn"), turn as never, {
          judge: "openai",
          judgeModel: null,
          judgement: null,
        }),
    ],
  ])("loses its lease when it %s", async (_what, work) => {
    await expect(work()).rejects.toBeInstanceOf(LeaseLostError);
  });

  it("loses its lease when it requests the next turn of Auto-Play", async () => {
    let work: JobTask | undefined;
    const runner = { run: async (given: unknown) => void (work = given as JobTask) };
    await autoPlay({ ...context(), runner })({ debateId: GONE });
    expect(await claimJob(db, "auto-play", GONE)).toBeNull();
    await expect(work?.run(lease("auto-play") as never)).rejects.toBeInstanceOf(LeaseLostError);
  });
});
