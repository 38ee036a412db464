import { measureFastest, waitUntil } from "../harness.ts";
import {
  requestNextTurn,
  registerUser,
  createDebateWith,
  fetchTurns,
} from "../helpers/api-client.ts";
import { describeFault } from "./live-debate-harness.ts";

describeFault("lost connections", (live) => {
  it("to the database during a turn do not prevent its completion", async () => {
    const { user, debateId, waitForDeltas, backend, waitForFirstTurn } = live();
    await requestNextTurn(user, debateId);
    await waitForDeltas();
    await backend.database.terminateConnections();
    await waitUntil(async () => (await user.get("/readyz")).status === 200);
    const turn = await waitForFirstTurn("complete");
    expect(turn.content.length).toBeGreaterThan(100);
  });

  it("to the database are replaced, and the next turn is live after three losses", async () => {
    const { user, debateId, backend, watcher, waitForFirstTurn } = live();
    for (let loss = 0; loss < 3; loss++) {
      await backend.database.terminateConnections();
      await waitUntil(async () => (await user.get("/readyz")).status === 200);
    }
    await requestNextTurn(user, debateId);
    const turn = await waitForFirstTurn("complete");
    await waitUntil(() => watcher.textOf(turn.id) === turn.content);
    expect(watcher.named("turn:delta")).not.toEqual([]);
  });

  it.each([
    ["short", 50],
    ["long", 400],
  ])(
    "of a watcher for a %s time are followed by a snapshot and deltas with the complete text",
    async (_long, missed) => {
      const { user, debateId, waitForDeltas, stack, watcher, waitForFirstTurn } = live();
      // The turn is so slow that it still runs when the watcher reconnects.
      await stack.fakes.fault({ kind: "turn", tokensPerSecond: 30 });
      await requestNextTurn(user, debateId);
      await waitForDeltas();
      watcher.socket.disconnect();
      const deltaCount = watcher.named("turn:delta").length;
      const fetchText = async () => (await fetchTurns(user, debateId))[0]?.content ?? "";
      await waitUntil(async () => (await fetchText()).length > missed);

      watcher.socket.connect();
      const turn = await waitForFirstTurn("complete");
      await waitUntil(() => watcher.named("turn:completed").length === 1);
      const deltas = watcher.named("turn:delta");
      for (const { offset, text } of deltas)
        expect(turn.content.slice(offset, offset + text.length)).toBe(text);
      expect(deltas.length).toBeGreaterThan(deltaCount);
      await waitUntil(() => watcher.textOf(turn.id) === turn.content);
    },
  );
});

describeFault(
  "a turn",
  (live) => {
    it("completes if Redis is emptied while it is generated", async () => {
      const { user, debateId, backend, waitForDeltas, waitForFirstTurn } = live();
      await requestNextTurn(user, debateId);
      await waitForDeltas();
      await backend.redis?.flush();
      await waitForFirstTurn("complete");
    });

    it("runs if Redis is emptied while it waits", async () => {
      const { user, debateId, backend, stack, waitForFirstTurn } = live();
      for (const worker of stack.workers) worker.freeze();
      await requestNextTurn(user, debateId);
      await backend.redis?.flush();
      for (const worker of stack.workers) worker.thaw();
      await waitForFirstTurn("complete");
    });

    it("is accepted within 1 s while Redis is down, and runs once Redis is back", async () => {
      const { user, debateId, backend, stack, watcher, waitForFirstTurn } = live();
      const requests = [{ user, debateId }];
      while (requests.length < 3) {
        const other = await registerUser(stack.origin);
        requests.push({ user: other, debateId: (await createDebateWith(other)).id });
      }
      await backend.redis?.stop();
      const measureAcceptanceMs = async () => {
        const request = requests.shift();
        if (!request) throw new Error("every user has requested a turn");
        const requestedAt = Date.now();
        expect((await requestNextTurn(request.user, request.debateId)).status).toBe("pending");
        return Date.now() - requestedAt;
      };
      expect(await measureFastest(1000, measureAcceptanceMs)).toBeLessThan(1000);
      await backend.redis?.restart();
      const turn = await waitForFirstTurn("complete");
      await waitUntil(() => watcher.textOf(turn.id) === turn.content);
      expect(watcher.named("turn:delta")).not.toEqual([]);
    });
  },
  { on: ["redis"] },
);
