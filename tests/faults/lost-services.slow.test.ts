import { measureFastest, waitUntil } from "../harness.ts";
import {
  requestNextTurn,
  registerUser,
  createDebateWith,
  fetchTurns,
} from "../helpers/api-client.ts";
import { describeFault } from "./live-debate-harness.ts";

describeFault("connections that are cut", (live) => {
  it("to the database, all of them, in the middle of a turn: the turn comes to its end", async () => {
    const { user, debateId, speaking, backend, firstTurn } = live();
    await requestNextTurn(user, debateId);
    await speaking();
    await backend.database.terminateConnections();
    await waitUntil(async () => (await user.get("/readyz")).status === 200);
    const turn = await firstTurn("complete");
    expect(turn.content.length).toBeGreaterThan(100);
  });

  it("to the database, again and again: the next turn is live over new ones", async () => {
    const { user, debateId, backend, watcher, firstTurn } = live();
    for (let cut = 0; cut < 3; cut++) {
      await backend.database.terminateConnections();
      await waitUntil(async () => (await user.get("/readyz")).status === 200);
    }
    await requestNextTurn(user, debateId);
    const turn = await firstTurn("complete");
    await waitUntil(() => watcher.textOf(turn.id) === turn.content);
    expect(watcher.named("turn:delta")).not.toEqual([]);
  });

  it.each([
    ["for a moment", 50],
    ["for long", 400],
  ])("to a watcher, %s: snapshot and deltas make the same text", async (_long, missed) => {
    const { user, debateId, speaking, stack, watcher, firstTurn } = live();
    // Not over before the watcher is back.
    await stack.standins.fault({ kind: "turn", tokensPerSecond: 30 });
    await requestNextTurn(user, debateId);
    await speaking();
    watcher.socket.disconnect();
    const heard = watcher.named("turn:delta").length;
    const textNow = async () => (await fetchTurns(user, debateId))[0]?.content ?? "";
    await waitUntil(async () => (await textNow()).length > missed);

    watcher.socket.connect();
    const turn = await firstTurn("complete");
    await waitUntil(() => watcher.named("turn:completed").length === 1);
    const deltas = watcher.named("turn:delta");
    for (const { offset, text } of deltas)
      expect(turn.content.slice(offset, offset + text.length)).toBe(text);
    expect(deltas.length).toBeGreaterThan(heard);
    await waitUntil(() => watcher.textOf(turn.id) === turn.content);
  });
});

describeFault(
  "a Redis",
  (live) => {
    it("emptied with a turn under way: the turn comes to its end", async () => {
      const { user, debateId, backend, speaking, firstTurn } = live();
      await requestNextTurn(user, debateId);
      await speaking();
      await backend.redis?.flush();
      await firstTurn("complete");
    });

    it("emptied with a turn waiting: the turn runs", async () => {
      const { user, debateId, backend, stack, firstTurn } = live();
      for (const worker of stack.workers) worker.freeze();
      await requestNextTurn(user, debateId);
      await backend.redis?.flush();
      for (const worker of stack.workers) worker.thaw();
      await firstTurn("complete");
    });

    it("that is down: a turn is accepted within 1 s, and runs when it is back", async () => {
      const { user, debateId, backend, stack, watcher, firstTurn } = live();
      const asking = [{ user, debateId }];
      while (asking.length < 3) {
        const other = await registerUser(stack.origin);
        asking.push({ user: other, debateId: (await createDebateWith(other)).id });
      }
      await backend.redis?.stop();
      const acceptedInMs = async () => {
        const asked = asking.shift();
        if (!asked) throw new Error("all have asked");
        const askedAt = Date.now();
        expect((await requestNextTurn(asked.user, asked.debateId)).status).toBe("pending");
        return Date.now() - askedAt;
      };
      expect(await measureFastest(1000, acceptedInMs)).toBeLessThan(1000);
      await backend.redis?.restart();
      const turn = await firstTurn("complete");
      await waitUntil(() => watcher.textOf(turn.id) === turn.content);
      expect(watcher.named("turn:delta")).not.toEqual([]);
    });
  },
  { on: ["redis"] },
);
