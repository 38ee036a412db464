import { claimWork, releaseWork } from "#infra/db/work.ts";
import { Debate } from "#infra/db/entities/debate.ts";
import { Turn } from "#infra/db/entities/turn.ts";
import type { RunningWorker } from "#worker/start-worker.ts";
import { describeBackends, until } from "../harness.ts";
import { heardSpeech, namesOf } from "./gallery.ts";
import { Stage } from "./stage.ts";

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
    expect(await stage.turnIn(turnId, { status: "complete" })).toMatchObject({ attempt: 1 });
  });

  it("goes on with a turn whose worker is dead, within 5 s", async () => {
    const debate = await stage.makeDebate();
    const turnId = await stage.requestTurn(debate, { isLost: true });
    await claimWork(stage.db, "generate-turn", turnId);
    await stage.turnIn(turnId, { status: "streaming", attempt: 2 }, 5000);
    expect(await stage.turnIn(turnId, { status: "complete" })).toMatchObject({ attempt: 2 });
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
    if (!taken) throw new Error("a silent turn could not be taken over");
    expect(taken).toMatchObject({ attempt: 2, failures: 0 });
    expect(await stage.turn(turnId)).toMatchObject({ content: "" });
    const isAborted = () =>
      stage.standins.requests.all({ kind: "turn" }).at(-1)?.outcome === "aborted";
    await until(isAborted, { what: "the old attempt's request to be broken off" });
    expect(await stage.turn(turnId)).toMatchObject({ attempt: 2, content: "", failures: 0 });
    expect(await stage.debate(debate.id)).toMatchObject({ currentTurn: 0 });

    const heard = await stage.watch(debate);
    await releaseWork(stage.db, taken, { delayMs: 0, failed: false });
    const turn = await stage.turnIn(turnId, { status: "complete", attempt: 3 });
    await until(() => namesOf(heard).includes("turn:completed"));
    expect(heardSpeech(heard, turnId)).toBe(turn.content);
  });

  it("breaks off quietly when the debate is deleted", async () => {
    const debate = await stage.makeDebate();
    await midSpeech(debate);
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

  it("asks for the verdict once when the last judgings end together", async () => {
    await worker.close();
    const speaker = await stage.startWorker({ concurrency: new Map([["turns", 5]]) });
    const debates = await Promise.all([1, 2, 3].map(() => stage.makeDebate({ maxTurns: 4 })));
    await Promise.all(debates.map((debate) => stage.playOut(debate)));
    stage.standins.requests.clear();
    worker = await stage.startWorker({ concurrency: new Map([["judging", 20]]) });
    for (const { id } of debates) {
      const isClosed = async () => (await stage.debate(id)).verdictStatus === "complete";
      await until(isClosed, { what: "the verdict" });
      expect(await stage.debate(id)).toMatchObject({ verdictAttempt: 1 });
    }
    const verdicts = stage.standins.requests
      .all({ kind: "judge" })
      .filter(({ body }) => JSON.stringify(body).includes("final verdict"));
    expect(verdicts).toHaveLength(debates.length);
    await speaker.close();
  });

  it("speaks what was waiting when the queue lost everything", async () => {
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
