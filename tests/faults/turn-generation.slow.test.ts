import { requestNextTurn } from "../helpers/api-client.ts";
import {
  LiveStreamClient,
  countMissedFrames,
  hashStreamedFrames,
} from "../audio/live-stream-client.ts";
import { fetchAudio, getAudioPath } from "../audio/audio-harness.ts";
import { waitUntil } from "../harness.ts";
import { describeFault, type LiveDebateHarness } from "./live-debate-harness.ts";

/** Sentences that were spoken to their end, as the service heard them asked for. */
const spoken = async ({ stack }: LiveDebateHarness): Promise<string[]> =>
  (await stack.standins.requests())
    .filter(({ kind, outcome }) => kind === "speech" && outcome === "finished")
    .map(({ body }) => JSON.stringify(body));

describeFault(
  "a worker that dies while it has a turn spoken",
  (live) => {
    it("by kill -9: another goes on where it was, and pays nothing twice", async () => {
      const { user, debateId, stack, watcher } = live();
      await stack.standins.fault({ kind: "speech", firstTokenMs: 800, times: 100 });
      const turn = await requestNextTurn(user, debateId);
      await waitUntil(async () => (await spoken(live())).length > 1);
      const [dying] = stack.workers.slice(-1);
      await dying?.kill("SIGKILL");
      const before = await spoken(live());
      await stack.startWorker();
      await waitUntil(() => watcher.named("audio:ready").length > 0);
      expect(watcher.named("audio:ready")).toHaveLength(1);
      expect((await fetchAudio(user, getAudioPath(turn.id))).status).toBe(200);
      const all = await spoken(live());
      expect(all.length).toBeGreaterThan(before.length);
      // What was on its way at the kill may come again: no more than is spoken at once.
      expect(all.length - new Set(all).size).toBeLessThanOrEqual(3);
    });
  },
  { hasVoice: true, variables: { STANDIN_SPEECH_SPEED: "8" } },
);

describeFault(
  "somebody who listens live",
  (live) => {
    let ear: LiveStreamClient;
    beforeEach(async () => {
      ear = await LiveStreamClient.open(live().user, live().debateId);
    });
    afterEach(() => ear.close());

    /** Waits until so many more seconds of speech were heard. */
    const hear = async (seconds: number) => {
      const before = ear.voiced.length;
      await waitUntil(() => ear.voiced.length > before + (seconds * 1000) / 36);
    };
    /** How many frames of the recording were not heard from the first one on; null where any was heard twice. */
    const missed = async (turnId: number) => {
      const { bytes } = await fetchAudio(live().user, getAudioPath(turnId));
      const said = await hashStreamedFrames(bytes);
      // A machine too busy to say the first word in time begins a little later in it.
      const first = said.indexOf(ear.voiced[0] ?? "");
      return countMissedFrames(said.slice(Math.max(0, first)), ear.voiced);
    };

    it("while the worker that speaks is killed: hears what was missing from the next", async () => {
      const { user, debateId, stack, watcher, firstTurn } = live();
      await stack.standins.fault({ kind: "speech", firstTokenMs: 2000, times: 100 });
      const { id } = await requestNextTurn(user, debateId);
      await firstTurn("complete");
      await waitUntil(() => watcher.named("speech:part").length > 0);
      const [dying] = stack.workers.slice(-1);
      await dying?.kill("SIGKILL");
      const before = watcher.named("speech:part").at(-1)?.endMs ?? 0;
      await stack.startWorker();
      await hear(before / 1000 + 2);
      expect(await missed(id)).toBe(0);
      // What the dying one had no time to say, pages look up.
      const indices = watcher.named("speech:part").map(({ index }) => index);
      expect(indices).toEqual([...new Set(indices)].toSorted((a, b) => a - b));
    });

    it("while the API is killed: is back within 5 s of it, at the same word", async () => {
      const { user, debateId, stack } = live();
      const { id } = await requestNextTurn(user, debateId);
      await hear(2);
      const [api] = stack.apis.slice(-1);
      await api?.kill("SIGKILL");
      const heard = ear.voiced.length;
      const { port } = await stack.startApi(api?.port);
      expect(port).toBe(api?.port);
      const thereAt = Date.now();
      await waitUntil(() => ear.voiced.length > heard);
      expect(ear.heardAt - thereAt).toBeLessThan(5000);
      await hear(2);
      // Less than two seconds, where the machine was too busy to say the first word in time.
      const frames = await missed(id);
      expect(frames).not.toBeNull();
      expect(frames).toBeLessThan(55);
    });

    it("while every connection to the database, or all of Redis, is lost: misses nothing", async () => {
      const { user, debateId, backend } = live();
      const { id } = await requestNextTurn(user, debateId);
      await hear(1);
      await (backend.redis ? backend.redis.flush() : backend.database.terminateConnections());
      await hear(4);
      expect(await missed(id)).toBe(0);
    });
  },
  { hasVoice: true },
);
