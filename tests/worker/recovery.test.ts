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
  let harness: WorkerHarness;
  let worker: RunningWorker;
  beforeAll(async () => {
    harness = await WorkerHarness.open(backend(), { firstTokenMs: 5, tokensPerSecond: 1000 });
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    worker = await harness.startWorker();
  });
  afterEach(async () => {
    harness.fakes.faults.clear();
    await worker.close();
  });

  /** Requests a turn that is slow until faults are cleared, and waits until it has text. */
  const midSpeech = async (debate: DebateEntity): Promise<number> => {
    harness.faultIn(debate, { kind: "turn", tokensPerSecond: 10 });
    const turnId = await harness.requestTurn(debate);
    await waitUntil(async () => (await harness.turn(turnId)).content !== "");
    return turnId;
  };
  /** Expires the lease of the turn. */
  const expireHeartbeat = (turnId: number) =>
    harness.db.getRepository(TurnEntity).update(turnId, { heartbeatAt: new Date(0) });

  it("generates a turn whose job was never enqueued", async () => {
    const debate = await harness.makeDebate();
    const turnId = await harness.requestTurn(debate, { isLost: true });
    expect(await harness.turnIn(turnId, { status: "complete" })).toMatchObject({ attempt: 1 });
  });

  it("continues a turn of a dead worker within 5 s", async () => {
    const takenOverInMs = async () => {
      const debate = await harness.makeDebate();
      const turnId = await harness.requestTurn(debate, { isLost: true });
      await claimJob(harness.db, "generate-turn", turnId);
      const diedAt = Date.now();
      await harness.turnIn(turnId, { attempt: 2 });
      const tookMs = Date.now() - diedAt;
      expect(await harness.turnIn(turnId, { status: "complete" })).toMatchObject({ attempt: 2 });
      return tookMs;
    };
    expect(await measureFastest(5000, takenOverInMs)).toBeLessThan(5000);
  });

  it("repeats lost judging and a lost verdict", async () => {
    const debate = await harness.makeDebate();
    await harness.runToEnd(debate);
    const isVerdictComplete = async () =>
      (await harness.debate(debate.id)).verdictStatus === "complete";
    await waitUntil(isVerdictComplete);
    const turns = harness.db.getRepository(TurnEntity);
    await turns.update(
      { debateId: debate.id },
      { judgingStatus: "pending", judgingRunAt: new Date(0), score: null },
    );
    await harness.db
      .getRepository(DebateEntity)
      .update(debate.id, { verdictStatus: "none", scores: null });
    await waitUntil(isVerdictComplete);
    expect(await turns.countBy({ debateId: debate.id, judgingStatus: "complete" })).toBe(2);
  });

  it("keeps an attempt that lost its lease from writing or ending the turn", async () => {
    const debate = await harness.makeDebate();
    const turnId = await midSpeech(debate);
    await expireHeartbeat(turnId);
    const claimed = await harness.db.transaction(async (tx) => {
      const lease = await claimJob(tx, "generate-turn", turnId);
      // Another worker takes over with a lease that lasts longer than this test.
      await tx
        .getRepository(TurnEntity)
        .update(turnId, { heartbeatAt: new Date(Date.now() + 86_400_000) });
      return lease;
    });
    if (!claimed || "deferredFor" in claimed)
      throw new Error("a silent turn could not be taken over");
    expect(claimed).toMatchObject({ attempt: 2, failures: 0 });
    expect(await harness.turn(turnId)).toMatchObject({ content: "" });
    const isAborted = () =>
      harness.fakes.requests.all({ kind: "turn" }).at(-1)?.outcome === "aborted";
    await waitUntil(isAborted, { what: "the old attempt's request to be broken off" });
    expect(await harness.turn(turnId)).toMatchObject({ attempt: 2, content: "", failures: 0 });
    expect(await harness.debate(debate.id)).toMatchObject({ currentTurn: 0 });

    const events = await harness.watch(debate);
    await releaseJob(harness.db, claimed, { delayMs: 0, failed: false });
    const turn = await harness.turnIn(turnId, { status: "complete", attempt: 3 });
    await waitUntil(() => listEventNames(events).includes("turn:completed"));
    expect(joinDeltas(events, turnId)).toBe(turn.content);
  });

  it("aborts a turn without a failure event when its debate is deleted", async () => {
    const debate = await harness.makeDebate();
    const events = await harness.watch(debate);
    await midSpeech(debate);
    await harness.db.getRepository(DebateEntity).delete(debate.id);
    await waitUntil(
      () => harness.fakes.requests.all({ kind: "turn" }).at(-1)?.outcome === "aborted",
    );
    const next = await harness.makeDebate();
    const heardNext = await harness.watch(next);
    await harness.requestTurn(next);
    await waitUntil(() => listEventNames(heardNext).includes("turn:completed"));
    expect(listEventNames(events)).not.toContain("turn:failed");
  });

  it("releases a turn at shutdown, and another worker continues it at once", async () => {
    const debate = await harness.makeDebate();
    const turnId = await midSpeech(debate);
    await worker.close();
    expect(await harness.turn(turnId)).toMatchObject({
      status: "pending",
      attempt: 1,
      failures: 0,
    });
    worker = await harness.startWorker();
    await harness.turnIn(turnId, { status: "complete", attempt: 2, failures: 0 });
  });

  it("releases a turn at shutdown even while the reconciler waits for the database", async () => {
    await worker.close();
    const log = createMemoryLogger();
    const wire = await startDatabaseProxy(backend().database.url);
    const env = backend().env({ ...harness.variables, DATABASE_URL: wire.url });
    worker = await harness.startWorker({ env, logger: log.logger });
    const turnId = await midSpeech(await harness.makeDebate());
    const heldRead = wire.hold(/pg_try_advisory_xact_lock/, { at: "request" });
    await heldRead.reached;
    const closed = worker.close();
    await harness.turnIn(turnId, { status: "pending", attempt: 1 });
    const texts = log.lines.map(({ msg }) => msg);
    heldRead.release();
    await closed;
    await wire.cut();
    // If the reconciler's query had timed out, it would not have waited during the shutdown, and
    // this test would prove nothing.
    expect(texts).not.toContain("reconciler.failed");
    worker = await harness.startWorker();
    await harness.turnIn(turnId, { status: "complete", attempt: 2 });
  });

  it("finishes a turn at shutdown within the grace period", async () => {
    await worker.close();
    worker = await harness.startWorker({ graceMs: TEST_TIMEOUT_MS });
    const debate = await harness.makeDebate();
    const turnId = await midSpeech(debate);
    const closed = worker.close();
    harness.fakes.faults.clear();
    await closed;
    expect(await harness.turn(turnId)).toMatchObject({ status: "complete", attempt: 1 });
  });

  it("requests one verdict when the last two judgings end at the same time", async () => {
    await worker.close();
    const speaker = await harness.startWorker({ concurrency: new Map([["turns", 5]]) });
    const debate = await harness.makeDebate();
    await harness.runToEnd(debate);
    await speaker.close();
    harness.fakes.requests.clear();
    const wire = await startDatabaseProxy(backend().database.url);
    const env = backend().env({ ...harness.variables, DATABASE_URL: wire.url });
    const first = wire.hold(/^COMMIT/, { at: "request", of: /SET judging_status/ });
    worker = await harness.startWorker({ env, concurrency: new Map([["judging", 20]]) });
    await first.reached;
    // Waits until the second judging has finished or waits for a lock of the first one.
    const isWaiting = async () => {
      const [{ waiting }] = await harness.db.query<[{ waiting: boolean }]>(
        `SELECT EXISTS (SELECT FROM pg_stat_activity
                         WHERE datname = current_database() AND wait_event_type = 'Lock'
                           AND query ~ 'FROM debates') AS waiting`,
      );
      const judged = { debateId: debate.id, judgingStatus: "complete" } as const;
      return waiting || (await harness.db.getRepository(TurnEntity).countBy(judged)) > 0;
    };
    await waitUntil(isWaiting, { what: "the second judging" }).finally(() => first.release());
    const isClosed = async () => (await harness.debate(debate.id)).verdictStatus === "complete";
    await waitUntil(isClosed, { what: "the verdict" });
    expect(await harness.debate(debate.id)).toMatchObject({ verdictAttempt: 1 });
    const verdicts = harness.fakes.requests
      .all({ kind: "judge" })
      .filter(({ body }) => JSON.stringify(body).includes("final verdict"));
    // Every verdict asks two questions.
    expect(verdicts).toHaveLength(2);
    await worker.close();
    await wire.cut();
  });

  it("requests no second verdict when a turn is judged again", async () => {
    const debate = await harness.makeDebate();
    await harness.runToEnd(debate);
    const isClosed = async () => (await harness.debate(debate.id)).verdictStatus === "complete";
    await waitUntil(isClosed, { what: "the verdict" });
    const turns = harness.db.getRepository(TurnEntity);
    const again = { judgingStatus: "pending", judgingRunAt: new Date(0), score: null } as const;
    await turns.update({ debateId: debate.id, turnNumber: 1 }, again);
    const judged = { debateId: debate.id, judgingStatus: "complete" } as const;
    await waitUntil(async () => (await turns.countBy(judged)) === 2);
    expect(await harness.debate(debate.id)).toMatchObject({
      verdictStatus: "complete",
      verdictAttempt: 1,
    });
  });

  it("generates waiting turns after the queue lost all jobs", async () => {
    const redis = backend().redis;
    await worker.close();
    const debates = await Promise.all([1, 2, 3].map(() => harness.makeDebate()));
    const turnIds = await Promise.all(debates.map((debate) => harness.requestTurn(debate)));
    if (redis) await redis.flush();
    else await harness.db.query(`DELETE FROM bullmq.job`);
    worker = await harness.startWorker();
    for (const id of turnIds)
      expect(await harness.turnIn(id, { status: "complete" })).toMatchObject({ failures: 0 });
  });

  it("continues after all database connections were cut in the middle of a turn", async () => {
    const debate = await harness.makeDebate();
    const turnId = await midSpeech(debate);
    await backend().database.terminateConnections();
    await waitUntil(() => harness.turn(turnId).catch(() => null));
    harness.fakes.faults.clear();
    await harness.turnIn(turnId, { status: "complete" });
    const next = await harness.requestTurn(debate);
    await harness.turnIn(next, { status: "complete" });
  });
});
