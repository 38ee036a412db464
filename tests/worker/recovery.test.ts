import { claimWork, releaseWork } from "#infra/db/work.ts";
import { Debate } from "#infra/db/entities/debate.ts";
import { Turn } from "#infra/db/entities/turn.ts";
import type { RunningWorker } from "#worker/start-worker.ts";
import { describeBackends, until } from "../harness.ts";
import { heardSpeech, namesOf, Stage } from "./stage.ts";

describeBackends("recovery", (backend) => {
  let stage: Stage;
  let worker: RunningWorker;
  beforeAll(async () => {
    stage = await Stage.open(backend(), { firstTokenMs: 5, tokensPerSecond: 1000 });
  });
  afterAll(() => stage.close());
  beforeEach(async () => {
    worker = await stage.startWorker();
  });
  afterEach(() => worker.close());

  /** Asks for a turn at a model's own pace, and waits until it is in the middle. */
  const midSpeech = async (debate: Debate): Promise<number> => {
    stage.standins.faults.next({ kind: "turn", tokensPerSecond: 80 });
    const turnId = await stage.requestTurn(debate);
    await until(async () => (await stage.turn(turnId)).content !== "");
    return turnId;
  };
  /** As if the worker that holds the turn had fallen silent. */
  const silence = (turnId: number) =>
    stage.db.getRepository(Turn).update(turnId, { heartbeatAt: new Date(0) });

  it("speaks a turn whose job was never added", async () => {
    const debate = await stage.makeDebate();
    const turnId = await stage.requestTurn(debate, { isLost: true });
    await stage.turnIn(turnId, { status: "complete" });
  });

  it("goes on with a turn whose worker is dead, within 5 s", async () => {
    const debate = await stage.makeDebate();
    const turnId = await stage.requestTurn(debate, { isLost: true });
    await claimWork(stage.db, "generate-turn", turnId);
    await stage.turnIn(turnId, { status: "streaming", attempt: 2 }, 5000);
    await stage.turnIn(turnId, { status: "complete", attempt: 2 });
  });

  it("does lost judging and a lost verdict", async () => {
    const debate = await stage.makeDebate();
    await stage.playOut(debate);
    const look = async () => (await stage.debate(debate.id)).verdictStatus === "complete";
    await until(look);
    const turns = stage.db.getRepository(Turn);
    await turns.update(
      { debateId: debate.id },
      { judgingStatus: "pending", judgingRunAt: new Date(0), score: null },
    );
    await stage.db.getRepository(Debate).update(debate.id, { verdictStatus: "none", scores: null });
    await until(look);
    expect(await turns.countBy({ debateId: debate.id, judgingStatus: "complete" })).toBe(2);
  });

  it("never lets an attempt that was taken over write, or end, the turn", async () => {
    const debate = await stage.makeDebate();
    const turnId = await midSpeech(debate);
    await silence(turnId);
    const taken = await claimWork(stage.db, "generate-turn", turnId);
    expect(taken).toEqual({ attempt: 2, failures: 0 });
    expect(await stage.turn(turnId)).toMatchObject({ content: "" });
    const isAborted = () =>
      stage.standins.requests.all({ kind: "turn" }).at(-1)?.outcome === "aborted";
    await until(isAborted, { what: "the old attempt's request to be broken off" });
    expect(await stage.turn(turnId)).toMatchObject({ attempt: 2, content: "", failures: 0 });
    expect(await stage.debate(debate.id)).toMatchObject({ currentTurn: 0 });

    const heard = await stage.watch(debate);
    await releaseWork(stage.db, "generate-turn", turnId, 2, { delayMs: 0, failed: false });
    const turn = await stage.turnIn(turnId, { status: "complete", attempt: 3 });
    await until(() => namesOf(heard).includes("turn:completed"));
    expect(heardSpeech(heard, turnId)).toBe(turn.content);
  });

  it("breaks off quietly when the debate is deleted", async () => {
    const debate = await stage.makeDebate();
    const turnId = await midSpeech(debate);
    await stage.db.getRepository(Debate).delete(debate.id);
    await until(() => stage.standins.requests.all({ kind: "turn" }).at(-1)?.outcome === "aborted");
    const next = await stage.makeDebate();
    await stage.turnIn(await stage.requestTurn(next), { status: "complete" });
  });

  it("hands a turn back at a stop, and another worker goes on at once", async () => {
    const debate = await stage.makeDebate();
    const turnId = await midSpeech(debate);
    await worker.close();
    expect(await stage.turn(turnId)).toMatchObject({ status: "pending", attempt: 1, failures: 0 });
    worker = await stage.startWorker();
    await stage.turnIn(turnId, { status: "complete", attempt: 2, failures: 0 });
  });

  it("finishes a turn at a stop when there is time", async () => {
    await worker.close();
    worker = await stage.startWorker({ graceMs: 8000 });
    const debate = await stage.makeDebate();
    const turnId = await midSpeech(debate);
    await worker.close();
    expect(await stage.turn(turnId)).toMatchObject({ status: "complete", attempt: 1 });
  });

  it("asks for the verdict once when two last judgings end together", async () => {
    const debate = await stage.makeDebate({ maxTurns: 2 });
    stage.standins.faults.next({ kind: "judge", firstTokenMs: 2000 });
    const first = await stage.requestTurn(debate);
    await stage.turnIn(first, { status: "complete" });
    stage.standins.faults.next({ kind: "judge", firstTokenMs: 2000 });
    await stage.turnIn(await stage.requestTurn(debate), { status: "complete" });
    const closed = await until(async () => {
      const seen = await stage.debate(debate.id);
      return seen.verdictStatus === "complete" && seen;
    });
    expect(closed.verdictAttempt).toBe(1);
    expect(closed.scores).toMatchObject({ botA: expect.any(Number), botB: expect.any(Number) });
  });

  it("speaks what was waiting when the queue lost everything", async () => {
    const redis = backend().redis;
    await worker.close();
    const debates = await Promise.all([1, 2, 3].map(() => stage.makeDebate()));
    const turnIds = await Promise.all(debates.map((debate) => stage.requestTurn(debate)));
    if (redis) await redis.flush();
    else await stage.db.query(`DELETE FROM bullmq.job`);
    worker = await stage.startWorker();
    await Promise.all(turnIds.map((id) => stage.turnIn(id, { status: "complete" })));
  });

  it("goes on after every database connection was cut in the middle of a turn", async () => {
    const debate = await stage.makeDebate();
    const turnId = await midSpeech(debate);
    await backend().database.terminateConnections();
    await until(() => stage.turn(turnId).catch(() => null));
    await stage.turnIn(turnId, { status: "complete" });
    const next = await stage.requestTurn(debate);
    await stage.turnIn(next, { status: "complete" });
  });
});
