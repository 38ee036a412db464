import { waitUntil } from "../harness.ts";
import {
  requestNextTurn,
  registerUser,
  createDebateWith,
  fetchTurns,
} from "../helpers/api-client.ts";
import { watchDebate } from "../helpers/debate-watcher.ts";
import { describeFault } from "./live-debate-harness.ts";

const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

describeFault(
  "concurrent requests to two APIs and two workers:",
  (live) => {
    it("50 requests for the next turn create one turn and one provider request", async () => {
      const { user, debateId, stack, waitForFirstTurn } = live();
      // The turn is so slow that it still runs when the last request arrives.
      await stack.fakes.fault({ kind: "turn", tokensPerSecond: 2 });
      const before = (await stack.fakes.requests()).length;
      const turns = await times(50, () => requestNextTurn(user, debateId));
      expect(new Set(turns.map((turn) => turn.id)).size).toBe(1);
      await stack.fakes.clearFaults();
      await waitForFirstTurn("complete");
      const calls = (await stack.fakes.requests()).slice(before);
      expect(calls.filter(({ kind }) => kind === "turn")).toHaveLength(1);
    });

    it("50 requests with one credit create one debate", async () => {
      const poorUser = await registerUser(live().stack.origin);
      const body = { topic: "Is one credit enough for everyone?" };
      const answers = await times(50, () => poorUser.post("/api/debates", body));
      const created = answers.filter(({ status }) => status === 201);
      expect(created).toHaveLength(1);
      // The other requests are refused, because no credit is left or the rate limit is reached.
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 402, 429]));
    });

    it("every watcher on both APIs receives the same text", async () => {
      const { user, debateId, stack, waitForFirstTurn } = live();
      const origins = stack.apis.map(({ port }) => `http://localhost:${port}`);
      const watchers = await times(6, (i) => watchDebate(origins[i % 2] ?? "", debateId));
      await requestNextTurn(user, debateId);
      const turn = await waitForFirstTurn("complete");
      await waitUntil(() => watchers.every((w) => w.named("turn:completed").length === 1));
      expect(watchers.map((w) => w.textOf(turn.id))).toEqual(watchers.map(() => turn.content));
      for (const watcher of watchers) watcher.close();
    });

    it("deleting a debate during a turn also aborts the turn's generation", async () => {
      const { user, debateId, waitForDeltas, watcher, stack } = live();
      await stack.fakes.fault({ kind: "turn", tokensPerSecond: 10 });
      await requestNextTurn(user, debateId);
      await waitForDeltas();
      expect((await user.delete(`/api/debates/${debateId}`)).status).toBe(204);
      await waitUntil(() => watcher.named("debate:deleted").length === 1);
      await waitUntil(async () => {
        const [last] = (await stack.fakes.requests()).slice(-1);
        return last?.outcome === "aborted";
      });
      expect((await user.get(`/api/debates/${debateId}`)).status).toBe(404);
    });

    it("a complete debate ends with judged turns without gaps and a verdict", async () => {
      const { user, debateId, watcher } = live();
      for (const number of [1, 2]) {
        await requestNextTurn(user, debateId);
        await waitUntil(() => watcher.named("turn:completed").length === number);
      }
      await user.post(`/api/debates/${debateId}/skip-vote`);
      await waitUntil(() => watcher.named("debate:updated").some((d) => d.scores?.reasoning));
      const turns = await fetchTurns(user, debateId);
      expect(turns.map(({ turnNumber, judge }) => [turnNumber, judge])).toEqual([
        [1, "grok"],
        [2, "grok"],
      ]);
    });

    it("a private debate cannot be watched by other users", async () => {
      const other = await registerUser(live().stack.origin);
      const privateDebate = await createDebateWith(other, { isPublic: false });
      const { joined, close } = await watchDebate(
        live().stack.origin,
        privateDebate.id,
        live().user.cookie,
      );
      expect(joined).toMatchObject({ ok: false, error: { code: "not_found" } });
      close();
    });
  },
  { apis: 2, workers: 2 },
);
