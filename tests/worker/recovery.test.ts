import { claimJob } from "#infra/db/jobs/claim-job.ts";
import { releaseJob } from "#infra/db/jobs/job-lease.ts";
import { DebateEntity } from "#infra/db/entities/debate.ts";
import { TurnEntity } from "#infra/db/entities/turn.ts";
import type { RunningWorker } from "#worker/start-worker.ts";
import { startDatabaseProxy } from "../helpers/postgres-proxy/database-proxy.ts";
import { describeBackends, TEST_TIMEOUT_MS, measureFastest, waitUntil } from "../harness.ts";
import { createMemoryLogger } from "../helpers/memory-logger.ts";
import { joinDeltas, listEventNames } from "./socket-harness.ts";
import { WorkerHarness } from "./worker-harness.ts";

describeBackends("recovery", (backend) => {
  let stage: WorkerHarness;
  let worker: RunningWorker;
  beforeAll(async () => {
    stage = await WorkerHarness.open(backend(), { firstTokenMs: 5, tokensPerSecond: 1000 });
  });
  afterAll(() => stage.close());
  beforeEach(async () => {
    worker = await stage.startWorker();
  });
  afterEach(async () => {
    stage.standins.faults.clear();
    await worker.close();
  });

  /** Requests a turn that is slow until faults are cleared, and waits until it has text. */
  const midSpeech = async (debate: DebateEntity): Promise<number> => {
    stage.faultIn(debate, { kind: "turn", tokensPerSecond: 10 });
    const turnId = await stage.requestTurn(debate);
    await waitUntil(async () => (await stage.turn(turnId)).content !== "");
    return turnId;
  };
  /** Expires the lease of the turn. */
  const silence = (turnId: number) =>
    stage.db.getRepository(TurnEntity).update(turnId, { heartbeatAt: new Date(0) });

  it("generates a turn whose job was never enqueued", async () => {
    const debate = await stage.makeDebate();
    const turnId = await stage.requestTurn(debate, { isLost: true });
    expect(await stage.turnIn(turnId, { status: "complete" })).toMatchObject({ attempt: 1 });
  });

  it("continues a turn of a dead worker within 5 s", async () => {
    const takenOverInMs = async () => {
      const debate = await stage.makeDebate();
      const turnId = await stage.requestTurn(debate, { isLost: true });
      await claimJob(stage.db, "generate-turn", turnId);
      const diedAt = Date.now();
      await stage.turnIn(turnId, { attempt: 2 });
      const tookMs = Date.now() - diedAt;
      expect(await stage.turnIn(turnId, { status: "complete" })).toMatchObject({ attempt: 2 });
      return tookMs;
    };
    expect(await measureFastest(5000, takenOverInMs)).toBeLessThan(5000);
  });

  it("repeats lost judging and a lost verdict", async () => {
    const debate = await stage.makeDebate();
    await stage.playOut(debate);
    const look = async () => (await stage.debate(debate.id)).verdictStatus === "complete";
    await waitUntil(look);
    const turns = stage.db.getRepository(TurnEntity);
    await turns.update(
      { debateId: debate.id },
      { judgingStatus: "pending", judgingRunAt: new Date(0), score: null },
    );
    await stage.db
      .getRepository(DebateEntity)
      .update(debate.id, { verdictStatus: "none", scores: null });
    await waitUntil(look);
    expect(await turns.countBy({ debateId: debate.id, judgingStatus: "complete" })).toBe(2);
  });

  it("keeps an attempt that lost its lease from writing or ending the turn", async () => {
    const debate = await stage.makeDebate();
    const turnId = await midSpeech(debate);
    await silence(turnId);
    const taken = await stage.db.transaction(async (tx) => {
      const lease = await claimJob(tx, "generate-turn", turnId);
      // The new lease lasts longer than this test.
      await tx
        .getRepository(TurnEntity)
        .update(turnId, { heartbeatAt: new Date(Date.now() + 86_400_000) });
      return lease;
    });
    if (!taken || "deferredFor" in taken) throw new Error("a silent turn could not be taken over");
    expect(taken).toMatchObject({ attempt: 2, failures: 0 });
    expect(await stage.turn(turnId)).toMatchObject({ content: "" });
    const isAborted = () =>
      stage.standins.requests.all({ kind: "turn" }).at(-1)?.outcome === "aborted";
    await waitUntil(isAborted, { what: "the old attempt's request to be broken off" });
    expect(await stage.turn(turnId)).toMatchObject({ attempt: 2, content: "", failures: 0 });
    expect(await stage.debate(debate.id)).toMatchObject({ currentTurn: 0 });

    const heard = await stage.watch(debate);
    await releaseJob(stage.db, taken, { delayMs: 0, failed: false });
    const turn = await stage.turnIn(turnId, { status: "complete", attempt: 3 });
    await waitUntil(() => listEventNames(heard).includes("turn:completed"));
    expect(joinDeltas(heard, turnId)).toBe(turn.content);
  });

  it("aborts a turn without a failure event when its debate is deleted", async () => {
    const debate = await stage.makeDebate();
    const heard = await stage.watch(debate);
    await midSpeech(debate);
    await stage.db.getRepository(DebateEntity).delete(debate.id);
    await waitUntil(
      () => stage.standins.requests.all({ kind: "turn" }).at(-1)?.outcome === "aborted",
    );
    const next = await stage.makeDebate();
    const heardNext = await stage.watch(next);
    await stage.requestTurn(next);
    await waitUntil(() => listEventNames(heardNext).includes("turn:completed"));
    expect(listEventNames(heard)).not.toContain("turn:failed");
  });

  it("releases a turn at shutdown, and another worker continues it at once", async () => {
    const debate = await stage.makeDebate();
    const turnId = await midSpeech(debate);
    await worker.close();
    expect(await stage.turn(turnId)).toMatchObject({ status: "pending", attempt: 1, failures: 0 });
    worker = await stage.startWorker();
    await stage.turnIn(turnId, { status: "complete", attempt: 2, failures: 0 });
  });

  it("releases a turn at shutdown even while the reconciler waits for the database", async () => {
    await worker.close();
    const log = createMemoryLogger();
    const wire = await startDatabaseProxy(backend().database.url);
    const env = backend().env({ ...stage.variables, DATABASE_URL: wire.url });
    worker = await stage.startWorker({ env, logger: log.logger });
    const turnId = await midSpeech(await stage.makeDebate());
    const look = wire.hold(/pg_try_advisory_xact_lock/, { at: "request" });
    await look.reached;
    const closed = worker.close();
    await stage.turnIn(turnId, { status: "pending", attempt: 1 });
    const said = log.lines.map(({ msg }) => msg);
    look.release();
    await closed;
    await wire.cut();
    // The release must not come from a timeout of the reconciler's query.
    expect(said).not.toContain("reconciler.failed");
    worker = await stage.startWorker();
    await stage.turnIn(turnId, { status: "complete", attempt: 2 });
  });

  it("finishes a turn at shutdown within the grace period", async () => {
    await worker.close();
    worker = await stage.startWorker({ graceMs: TEST_TIMEOUT_MS });
    const debate = await stage.makeDebate();
    const turnId = await midSpeech(debate);
    const closed = worker.close();
    stage.standins.faults.clear();
    await closed;
    expect(await stage.turn(turnId)).toMatchObject({ status: "complete", attempt: 1 });
  });

  it("requests one verdict when the last two judgings end at the same time", async () => {
    await worker.close();
    const speaker = await stage.startWorker({ concurrency: new Map([["turns", 5]]) });
    const debate = await stage.makeDebate();
    await stage.playOut(debate);
    await speaker.close();
    stage.standins.requests.clear();
    const wire = await startDatabaseProxy(backend().database.url);
    const env = backend().env({ ...stage.variables, DATABASE_URL: wire.url });
    const first = wire.hold(/^COMMIT/, { at: "request", of: /SET judging_status/ });
    worker = await stage.startWorker({ env, concurrency: new Map([["judging", 20]]) });
    await first.reached;
    // Wait until the second judging has finished, or waits for the first one's lock.
    const isWaiting = async () => {
      const [{ waiting }] = await stage.db.query<[{ waiting: boolean }]>(
        `SELECT EXISTS (SELECT FROM pg_stat_activity
                         WHERE datname = current_database() AND wait_event_type = 'Lock'
                           AND query ~ 'FROM debates') AS waiting`,
      );
      const judged = { debateId: debate.id, judgingStatus: "complete" } as const;
      return waiting || (await stage.db.getRepository(TurnEntity).countBy(judged)) > 0;
    };
    await waitUntil(isWaiting, { what: "the second judging" }).finally(() => first.release());
    const isClosed = async () => (await stage.debate(debate.id)).verdictStatus === "complete";
    await waitUntil(isClosed, { what: "the verdict" });
    expect(await stage.debate(debate.id)).toMatchObject({ verdictAttempt: 1 });
    const verdicts = stage.standins.requests
      .all({ kind: "judge" })
      .filter(({ body }) => JSON.stringify(body).includes("final verdict"));
    expect(verdicts).toHaveLength(1);
    await worker.close();
    await wire.cut();
  });

  it("requests no second verdict when a turn is judged again", async () => {
    const debate = await stage.makeDebate();
    await stage.playOut(debate);
    const isClosed = async () => (await stage.debate(debate.id)).verdictStatus === "complete";
    await waitUntil(isClosed, { what: "the verdict" });
    const turns = stage.db.getRepository(TurnEntity);
    const again = { judgingStatus: "pending", judgingRunAt: new Date(0), score: null } as const;
    await turns.update({ debateId: debate.id, turnNumber: 1 }, again);
    const judged = { debateId: debate.id, judgingStatus: "complete" } as const;
    await waitUntil(async () => (await turns.countBy(judged)) === 2);
    expect(await stage.debate(debate.id)).toMatchObject({
      verdictStatus: "complete",
      verdictAttempt: 1,
    });
  });

  it("generates waiting turns after the queue lost all jobs", async () => {
    const redis = backend().redis;
    await worker.close();
    const debates = await Promise.all([1, 2, 3].map(() => stage.makeDebate()));
    const turnIds = await Promise.all(debates.map((debate) => stage.requestTurn(debate)));
    if (redis) await redis.flush();
    else await stage.db.query(`DELETE FROM bullmq.job`);
    worker = await stage.startWorker();
    for (const id of turnIds)
      expect(await stage.turnIn(id, { status: "complete" })).toMatchObject({ failures: 0 });
  });

  it("continues after all database connections were cut in the middle of a turn", async () => {
    const debate = await stage.makeDebate();
    const turnId = await midSpeech(debate);
    await backend().database.terminateConnections();
    await waitUntil(() => stage.turn(turnId).catch(() => null));
    stage.standins.faults.clear();
    await stage.turnIn(turnId, { status: "complete" });
    const next = await stage.requestTurn(debate);
    await stage.turnIn(next, { status: "complete" });
  });
});
