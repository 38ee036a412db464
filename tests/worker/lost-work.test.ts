import type { DataSource } from "typeorm";
import { createDataSource } from "#infra/db/data-source.ts";
import { claimWork } from "#infra/db/claim-work.ts";
import { type Hold, LostWork } from "#infra/db/work.ts";
import type { JobName } from "#shared/contract/jobs.ts";
import type { WorkerContext } from "#worker/context.ts";
import type { Work } from "#worker/jobs/attempt.ts";
import { autoPlay } from "#worker/jobs/auto-play.ts";
import { collectFacts } from "#worker/jobs/collect-facts.ts";
import { completeTurn } from "#worker/jobs/complete-turn.ts";
import { withdrawRecording } from "#worker/jobs/end-recording.ts";
import { failTurn } from "#worker/jobs/fail-turn.ts";
import { loadModeratedText } from "#worker/jobs/load-moderated-text.ts";
import { settleModeration } from "#worker/jobs/settle-moderation.ts";
import { findNotice } from "#worker/jobs/speak-notice.ts";
import { storeJudgement } from "#worker/jobs/store-judgement.ts";
import { freshDatabase, type TestDatabase, testLogger } from "../harness.ts";

/** No row has it. */
const GONE = 999;

describe("a job whose row was deleted while it ran is lost, and not retried, where it", () => {
  let database: TestDatabase;
  let db: DataSource;
  beforeAll(async () => {
    database = await freshDatabase();
    db = await createDataSource(database.url).initialize();
  });
  afterAll(async () => {
    await db.destroy();
    await database.drop();
  });

  const hold = (job: JobName): Hold => ({ job, id: GONE, attempt: 1, failures: 0 });
  const context = () =>
    ({ db, sql: db, logger: testLogger, models: new Map() }) as unknown as WorkerContext;
  const text = { debateId: GONE, text: "", format: "standard" } as const;
  const turn = { id: GONE, debateId: GONE, turnNumber: 1, content: "" };

  it.each<[string, () => Promise<unknown>]>([
    ["collects an export", () => collectFacts(db, GONE)],
    ["reads a text to moderate", () => loadModeratedText(db, GONE)],
    [
      "refuses a topic",
      () => settleModeration(context(), hold("moderate"), { ...text, turnId: null }, ["hate"]),
    ],
    [
      "hides a turn",
      () => settleModeration(context(), hold("moderate"), { ...text, turnId: GONE }, ["hate"]),
    ],
    ["reads which notice it speaks", () => findNotice(db, GONE)],
    [
      "withdraws a recording",
      () => withdrawRecording(context(), hold("synthesize-speech"), { turnId: GONE } as never),
    ],
    [
      "completes a turn",
      () =>
        completeTurn(
          context(),
          hold("generate-turn"),
          { id: GONE, maxTurns: 2, botAProvider: "openai", botBProvider: "grok" } as never,
          turn as never,
        ),
    ],
    [
      "fails a turn",
      () => failTurn(context(), hold("generate-turn"), { code: "interrupted", message: "" }),
    ],
    [
      "stores a judgement",
      () =>
        storeJudgement(context(), hold("judge-turn"), turn as never, {
          judge: "openai",
          judgement: null,
        }),
    ],
  ])("%s", async (_what, work) => {
    await expect(work()).rejects.toBeInstanceOf(LostWork);
  });

  it("asks for the next turn of Auto-Play", async () => {
    let work: Work | undefined;
    const runner = { run: async (given: unknown) => void (work = given as Work) };
    await autoPlay({ ...context(), runner })({ debateId: GONE });
    expect(await claimWork(db, "auto-play", GONE)).toBeNull();
    await expect(work?.run(hold("auto-play") as never)).rejects.toBeInstanceOf(LostWork);
  });
});
