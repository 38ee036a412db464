import { measureFastest, waitUntil } from "../harness.ts";
import type { TestProcess } from "../helpers/test-stack.ts";
import { requestNextTurn } from "../helpers/api-client.ts";
import { describeFault, type LiveDebateHarness } from "./live-debate-harness.ts";

const lastWorker = ({ stack }: LiveDebateHarness): TestProcess => {
  const [worker] = stack.workers.slice(-1);
  if (!worker) throw new Error("no worker");
  return worker;
};

const expectOneEnd = async ({ firstTurn, watcher }: LiveDebateHarness) => {
  const turn = await firstTurn("complete");
  await waitUntil(() => watcher.named("turn:completed").length > 0);
  expect(watcher.textOf(turn.id)).toBe(turn.content);
  expect(watcher.named("turn:completed")).toHaveLength(1);
  return turn;
};

describeFault("a worker that dies in the middle of a turn", (live) => {
  it("by kill -9: another goes on within 5 s, and watchers start that turn over", async () => {
    const { user, debateId, speaking, watcher, stack } = live();
    // Slow enough that the successor is up before the speech is over.
    await stack.standins.fault({ kind: "turn", tokensPerSecond: 5, times: 100 });
    await requestNextTurn(user, debateId);
    let attempt = 1;
    const goneOnInMs = async () => {
      await speaking(attempt);
      const dying = lastWorker(live());
      await stack.startWorker();
      await dying.kill("SIGKILL");
      const killedAt = Date.now();
      attempt += 1;
      await waitUntil(() => watcher.named("turn:delta").some((d) => d.attempt === attempt));
      return Date.now() - killedAt;
    };
    expect(await measureFastest(5000, goneOnInMs)).toBeLessThan(5000);
    await stack.standins.clearFaults();
    expect((await expectOneEnd(live())).attempt).toBe(attempt);
  });

  it("five times: it still ends, once", async () => {
    const { user, debateId, speaking, stack } = live();
    // None is over before its worker dies.
    await stack.standins.fault({ kind: "turn", tokensPerSecond: 10, times: 5 });
    await requestNextTurn(user, debateId);
    for (let attempt = 1; attempt <= 5; attempt++) {
      await speaking(attempt);
      await lastWorker(live()).kill("SIGKILL");
      await stack.startWorker();
    }
    await expectOneEnd(live());
  });

  it("with Auto-Play on: the debate goes on by itself, to its end", async () => {
    const { user, debateId, speaking, watcher, stack } = live();
    await user.request("PUT", `/api/debates/${debateId}/auto-play`, { body: { on: true } });
    await speaking();
    await lastWorker(live()).kill("SIGKILL");
    await stack.startWorker();
    await waitUntil(() => watcher.named("turn:completed").length === 1);
    // Between two turns.
    await lastWorker(live()).kill("SIGKILL");
    await stack.startWorker();
    await waitUntil(() => watcher.named("debate:updated").some((d) => d.status === "completed"));
    const last = watcher.named("debate:updated").findLast((d) => d.status === "completed");
    expect(last).toMatchObject({ currentTurn: 2, autoPlay: { on: false, by: null } });
  });

  it("by SIGTERM: it finishes or hands back, and exits", async () => {
    const { user, debateId, speaking, stack } = live();
    await requestNextTurn(user, debateId);
    await speaking();
    const leaving = lastWorker(live());
    await stack.startWorker();
    expect(await leaving.kill("SIGTERM")).toBe(0);
    await expectOneEnd(live());
  });

  it("frozen past its lock and woken: the zombie writes nothing", async () => {
    const { user, debateId, speaking, stack, watcher } = live();
    const zombie = lastWorker(live());
    await stack.standins.fault({ kind: "turn", tokensPerSecond: 10 });
    await requestNextTurn(user, debateId);
    await speaking();
    zombie.freeze();
    await stack.startWorker();
    await waitUntil(() => watcher.named("turn:delta").some((d) => d.attempt === 2));
    zombie.thaw();
    expect((await expectOneEnd(live())).attempt).toBe(2);
    await zombie.kill("SIGKILL");
  });
});
