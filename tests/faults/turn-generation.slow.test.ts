import { requestNextTurn } from "../helpers/api-client.ts";
import {
  LiveStreamClient,
  countMissedFrames,
  hashStreamedFrames,
} from "../audio/live-stream-client.ts";
import { fetchAudio, getAudioPath } from "../audio/audio-harness.ts";
import { waitUntil } from "../harness.ts";
import { describeFault, type LiveDebateHarness } from "./live-debate-harness.ts";

/** The completed speech requests, as received by the fake. */
const spoken = async ({ stack }: LiveDebateHarness): Promise<string[]> =>
  (await stack.standins.requests())
    .filter(({ kind, outcome }) => kind === "speech" && outcome === "finished")
    .map(({ body }) => JSON.stringify(body));

describeFault(
  "the recording of a turn",
  (live) => {
    it("is continued by another worker after a kill -9, without paying for a sentence twice", async () => {
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
      // Only the requests that ran at the kill may be repeated: at most three are concurrent.
      expect(all.length - new Set(all).size).toBeLessThanOrEqual(3);
    });
  },
  { hasVoice: true, variables: { STANDIN_SPEECH_SPEED: "8" } },
);

describeFault(
  "a listener of a live stream",
  (live) => {
    let ear: LiveStreamClient;
    beforeEach(async () => {
      ear = await LiveStreamClient.open(live().user, live().debateId);
    });
    afterEach(() => ear.close());

    /** Waits until this many more seconds of speech were received. */
    const hear = async (seconds: number) => {
      const before = ear.voiced.length;
      await waitUntil(() => ear.voiced.length > before + (seconds * 1000) / 36);
    };
    /** The number of missed frames of the recording after the first received one; null if a frame was repeated. */
    const missed = async (turnId: number) => {
      const { bytes } = await fetchAudio(live().user, getAudioPath(turnId));
      const said = await hashStreamedFrames(bytes);
      // On a busy machine the stream may start slightly after the beginning.
      const first = said.indexOf(ear.voiced[0] ?? "");
      return countMissedFrames(said.slice(Math.max(0, first)), ear.voiced);
    };

    it("receives the missing sentences from another worker after the first is killed", async () => {
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
      // Pages load the parts whose event the killed worker did not publish.
      const indices = watcher.named("speech:part").map(({ index }) => index);
      expect(indices).toEqual([...new Set(indices)].toSorted((a, b) => a - b));
    });

    it("continues at the same word within 5 s of the API's restart after a kill -9", async () => {
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
      // Less than two seconds of audio, for a busy machine that is late with the first word.
      const frames = await missed(id);
      expect(frames).not.toBeNull();
      expect(frames).toBeLessThan(55);
    });

    it("misses nothing while Redis is emptied, or all connections to the database are lost", async () => {
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
