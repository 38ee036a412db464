import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { claimJob } from "#infra/db/jobs/claim-job.ts";
import { DebateEntity } from "#infra/db/entities/debate.ts";
import { TurnEntity } from "#infra/db/entities/turn.ts";
import { startHeartbeatThread } from "#worker/runtime/heartbeat/start-heartbeat-thread.ts";
import { describeBackends, testLogger, waitUntil } from "../harness.ts";
import { resolveBuiltProcess } from "../helpers/test-stack.ts";
import { WorkerHarness } from "./worker-harness.ts";

interface WorkerProcess {
  child: ChildProcess;
  healthPort: number;
  ended: Promise<unknown>;
}

describeBackends("a worker process", (backend) => {
  let harness: WorkerHarness;
  const started: WorkerProcess[] = [];
  beforeAll(async () => {
    harness = await WorkerHarness.open(backend(), { firstTokenMs: 5, tokensPerSecond: 80 });
  });
  afterEach(async () => {
    for (const { child, ended } of started.splice(0)) {
      child.kill("SIGKILL");
      await ended;
    }
  });
  afterAll(() => harness.close());

  const start = async (...args: string[]): Promise<WorkerProcess> => {
    const variables = { ...harness.variables, WORKER_GRACE_SECONDS: "60" };
    const env = { PATH: process.env["PATH"], ...variables };
    const child = fork(resolveBuiltProcess("worker.js"), args, { env });
    const [{ port }] = await once(child, "message");
    const worker = { child, healthPort: port, ended: once(child, "exit") };
    started.push(worker);
    return worker;
  };
  const ask = async ({ healthPort }: WorkerProcess, door: string) => {
    const answer = await fetch(`http://127.0.0.1:${healthPort}${door}`);
    return { status: answer.status, body: await answer.json() };
  };
  const midSpeech = async () => {
    const turnId = await harness.requestTurn(await harness.makeDebate());
    await waitUntil(async () => (await harness.turn(turnId)).content !== "");
    return turnId;
  };

  it("reports that it is alive and ready", async () => {
    const worker = await start();
    expect(await ask(worker, "/healthz")).toEqual({ status: 200, body: { alive: true } });
    expect(await ask(worker, "/readyz")).toEqual({
      status: 200,
      body: { ready: true, database: true, queue: true },
    });
    expect(await ask(worker, "/")).toMatchObject({ status: 404 });
    const names = await harness.db.query(
      "SELECT FROM pg_stat_activity WHERE application_name = 'debate-worker' AND datname = current_database()",
    );
    expect(names).not.toEqual([]);
  });

  it("renews the leases it holds, and no others, while its main thread is blocked", async () => {
    const heartbeatThread = startHeartbeatThread(
      harness.variables["DATABASE_URL"] ?? "",
      testLogger,
    );
    const debates = [
      await harness.makeDebate(),
      await harness.makeDebate(),
      await harness.makeDebate(),
    ];
    const claimed = debates.map(async (debate) => {
      const turnId = await harness.requestTurn(debate, { isLost: true });
      const lease = await claimJob(harness.db, "generate-turn", turnId);
      if (!lease || "deferredFor" in lease) throw new Error("it cannot be taken");
      return lease;
    });
    const [lease, over, next] = await Promise.all(claimed);
    if (!lease || !over || !next) throw new Error("three were asked for");
    heartbeatThread.begin(lease);
    for (let n = 0; n < 10_000; n++) {
      heartbeatThread.begin(over);
      heartbeatThread.end(over);
    }
    heartbeatThread.begin(next);
    heartbeatThread.begin(over);
    heartbeatThread.end(over);
    const long = new Date(0);
    const turns = harness.db.getRepository(TurnEntity);
    await turns.update([lease.id, over.id, next.id], { heartbeatAt: long });
    await waitUntil(async () => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 900);
      const beaten = [await harness.turn(lease.id), await harness.turn(next.id)];
      return beaten.every(({ heartbeatAt }) => (heartbeatAt ?? long) > long);
    });
    expect(await harness.turn(over.id)).toMatchObject({ heartbeatAt: long });
    await heartbeatThread.stop();
    await harness.db.getRepository(DebateEntity).delete(debates.map(({ id }) => id));
  });

  it("is not ready after its event loop was blocked for seconds", async () => {
    const { port, close } = await harness.startWorker();
    // Blocks the event loop of this process, as a long loop does.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2600);
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
    expect(await answer.json()).toEqual({ ready: false, database: true, queue: true });
    await close();
  });

  it("keeps its jobs while its event loop is blocked for seconds", async () => {
    harness.fakes.faults.add({ kind: "turn", tokensPerSecond: 40 });
    const busy = await harness.startWorker();
    const turnId = await midSpeech();
    await start();
    // Blocks this process, which runs the worker, for far longer than a lease lasts.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4500);
    expect(await harness.turnIn(turnId, { status: "complete" })).toMatchObject({ attempt: 1 });
    await busy.close();
  });

  it("exits with 1 and a message on invalid arguments", async () => {
    const child = fork(resolveBuiltProcess("worker.js"), ["--queues", "songs"], {
      env: harness.variables,
      silent: true,
    });
    const texts: string[] = [];
    child.stderr?.setEncoding("utf8").on("data", (text: string) => texts.push(text));
    const [code] = await once(child, "exit");
    expect(code).toBe(1);
    expect(texts.join("")).toContain('There is no queue "songs"');
  });

  it("finishes its turn and exits with 0 on SIGTERM", async () => {
    const { child, ended } = await start();
    const turnId = await midSpeech();
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
    expect(await harness.turn(turnId)).toMatchObject({ status: "complete", attempt: 1 });
  });

  it("exits when its parent process is gone", async () => {
    const { child, ended } = await start();
    child.disconnect();
    expect(await ended).toEqual([0, null]);
  });
});
