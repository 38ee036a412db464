import { measureFastest, waitUntil } from "../harness.ts";
import type { TestProcess } from "../helpers/test-stack.ts";
import { requestNextTurn } from "../helpers/api-client.ts";
import { describeFault, type LiveDebateHarness } from "./live-debate-harness.ts";

const getLastWorker = ({ stack }: LiveDebateHarness): TestProcess => {
  const [worker] = stack.workers.slice(-1);
  if (!worker) throw new Error("no worker");
  return worker;
};

const expectOneEnd = async ({ waitForFirstTurn, watcher }: LiveDebateHarness) => {
  const turn = await waitForFirstTurn("complete");
  await waitUntil(() => watcher.named("turn:completed").length > 0);
  expect(watcher.textOf(turn.id)).toBe(turn.content);
  expect(watcher.named("turn:completed")).toHaveLength(1);
  return turn;
};

describeFault("a turn that is being generated", (live) => {
  it("is restarted by another worker within 5 s of a kill -9, and watchers restart its text", async () => {
    const { user, debateId, waitForDeltas, watcher, stack } = live();
    // The turn is so slow that the other worker is ready before the speech ends.
    await stack.fakes.fault({ kind: "turn", tokensPerSecond: 5, times: 100 });
    await requestNextTurn(user, debateId);
    let attempt = 1;
    const measureTakeoverMs = async () => {
      await waitForDeltas(attempt);
      const dyingWorker = getLastWorker(live());
      await stack.startWorker();
      await dyingWorker.kill("SIGKILL");
      const killedAt = Date.now();
      attempt += 1;
      await waitUntil(() => watcher.named("turn:delta").some((d) => d.attempt === attempt));
      return Date.now() - killedAt;
    };
    expect(await measureFastest(5000, measureTakeoverMs)).toBeLessThan(5000);
    await stack.fakes.clearFaults();
    expect((await expectOneEnd(live())).attempt).toBe(attempt);
  });

  it("completes once after five killed workers", async () => {
    const { user, debateId, waitForDeltas, stack } = live();
    // The turn is so slow that no attempt ends before its worker is killed.
    await stack.fakes.fault({ kind: "turn", tokensPerSecond: 10, times: 5 });
    await requestNextTurn(user, debateId);
    for (let attempt = 1; attempt <= 5; attempt++) {
      await waitForDeltas(attempt);
      await getLastWorker(live()).kill("SIGKILL");
      await stack.startWorker();
    }
    await expectOneEnd(live());
  });

  it("is followed by all other turns with Auto-Play, although workers are killed", async () => {
    const { user, debateId, waitForDeltas, watcher, stack } = live();
    await user.request("PUT", `/api/debates/${debateId}/auto-play`, { body: { on: true } });
    await waitForDeltas();
    await getLastWorker(live()).kill("SIGKILL");
    await stack.startWorker();
    await waitUntil(() => watcher.named("turn:completed").length === 1);
    // The second worker is killed between two turns.
    await getLastWorker(live()).kill("SIGKILL");
    await stack.startWorker();
    await waitUntil(() => watcher.named("debate:updated").some((d) => d.status === "completed"));
    const last = watcher.named("debate:updated").findLast((d) => d.status === "completed");
    expect(last).toMatchObject({ currentTurn: 2, autoPlay: { on: false, by: null } });
  });

  it("is completed or released at SIGTERM, and the worker exits with 0", async () => {
    const { user, debateId, waitForDeltas, stack } = live();
    await requestNextTurn(user, debateId);
    await waitForDeltas();
    const stopping = getLastWorker(live());
    await stack.startWorker();
    expect(await stopping.kill("SIGTERM")).toBe(0);
    await expectOneEnd(live());
  });

  it("is not changed by a worker that was frozen until its lease was lost", async () => {
    const { user, debateId, waitForDeltas, stack, watcher } = live();
    const worker = getLastWorker(live());
    await stack.fakes.fault({ kind: "turn", tokensPerSecond: 10 });
    await requestNextTurn(user, debateId);
    await waitForDeltas();
    worker.freeze();
    await stack.startWorker();
    await waitUntil(() => watcher.named("turn:delta").some((d) => d.attempt === 2));
    worker.thaw();
    expect((await expectOneEnd(live())).attempt).toBe(2);
    await worker.kill("SIGKILL");
  });
});
