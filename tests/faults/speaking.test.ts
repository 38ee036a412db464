import { nextTurn } from "../api-client.ts";
import { fetchSound, audioPath } from "../audio/studio.ts";
import { until } from "../harness.ts";
import { describeFault, type LiveDebate } from "./live-debate.ts";

/** Sentences that were spoken to their end, as the service heard them asked for. */
const spoken = async ({ stack }: LiveDebate): Promise<string[]> =>
  (await stack.standins.requests())
    .filter(({ kind, outcome }) => kind === "speech" && outcome === "finished")
    .map(({ body }) => JSON.stringify(body));

describeFault(
  "a worker that dies while it has a turn spoken",
  (live) => {
    it("by kill -9: another goes on where it was, and pays nothing twice", async () => {
      const { user, debateId, stack, watcher } = live();
      await stack.standins.fault({ kind: "speech", firstTokenMs: 800, times: 100 });
      const turn = await nextTurn(user, debateId);
      await until(async () => (await spoken(live())).length > 1);
      const [dying] = stack.workers.slice(-1);
      await dying?.kill("SIGKILL");
      const before = await spoken(live());
      await stack.startWorker();
      await until(() => watcher.named("audio:ready").length > 0);
      expect(watcher.named("audio:ready")).toHaveLength(1);
      expect((await fetchSound(user, audioPath(turn.id))).status).toBe(200);
      const all = await spoken(live());
      expect(all.length).toBeGreaterThan(before.length);
      // What was on its way at the kill may come again: no more than is spoken at once.
      expect(all.length - new Set(all).size).toBeLessThanOrEqual(3);
    });
  },
  { hasVoice: true, variables: { STANDIN_SPEECH_SPEED: "8" } },
);
