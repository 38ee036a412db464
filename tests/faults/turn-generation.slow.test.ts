import { requestNextTurn } from "../helpers/api-client.ts";
import {
  LiveStreamClient,
  countMissedFrames,
  hashStreamedFrames,
} from "../audio/live-stream-client.ts";
import { fetchAudio, getAudioPath } from "../audio/audio-harness.ts";
import { waitUntil } from "../harness.ts";
import { describeFault, type LiveDebateHarness } from "./live-debate-harness.ts";

/** Returns the speech requests that the fake has completed. */
const listFinishedSpeech = async ({ stack }: LiveDebateHarness): Promise<string[]> =>
  (await stack.fakes.requests())
    .filter(({ kind, outcome }) => kind === "speech" && outcome === "finished")
    .map(({ body }) => JSON.stringify(body));

describeFault(
  "the recording of a turn",
  (live) => {
    it("is continued by another worker after a kill -9, without paying for a sentence twice", async () => {
      const { user, debateId, stack, watcher } = live();
      await stack.fakes.fault({ kind: "speech", firstTokenMs: 800, times: 100 });
      const turn = await requestNextTurn(user, debateId);
      await waitUntil(async () => (await listFinishedSpeech(live())).length > 1);
      const [dyingWorker] = stack.workers.slice(-1);
      await dyingWorker?.kill("SIGKILL");
      const before = await listFinishedSpeech(live());
      await stack.startWorker();
      await waitUntil(() => watcher.named("audio:ready").length > 0);
      expect(watcher.named("audio:ready")).toHaveLength(1);
      expect((await fetchAudio(user, getAudioPath(turn.id))).status).toBe(200);
      const all = await listFinishedSpeech(live());
      expect(all.length).toBeGreaterThan(before.length);
      // Only the requests that ran when the worker was killed may be repeated. At most three run at
      // once.
      expect(all.length - new Set(all).size).toBeLessThanOrEqual(3);
    });
  },
  { hasVoice: true, variables: { STANDIN_SPEECH_SPEED: "8" } },
);

describeFault(
  "a listener of a live stream",
  (live) => {
    let listener: LiveStreamClient;
    beforeEach(async () => {
      listener = await LiveStreamClient.open(live().user, live().debateId);
    });
    afterEach(() => listener.close());

    /** Waits until the listener has received this many more seconds of speech. */
    const waitForSpeech = async (seconds: number) => {
      const before = listener.voiced.length;
      await waitUntil(() => listener.voiced.length > before + (seconds * 1000) / 36);
    };
    /**
     * Returns how many frames of the recording the listener missed, counted from the first one that
     * it received. Null if a frame was repeated.
     */
    const countMissed = async (turnId: number) => {
      const { bytes } = await fetchAudio(live().user, getAudioPath(turnId));
      const recordedFrames = await hashStreamedFrames(bytes);
      // On a busy machine the stream may start slightly after the beginning of the recording.
      const first = recordedFrames.indexOf(listener.voiced[0] ?? "");
      return countMissedFrames(recordedFrames.slice(Math.max(0, first)), listener.voiced);
    };

    it("receives the missing sentences from another worker after the first is killed", async () => {
      const { user, debateId, stack, watcher, waitForFirstTurn } = live();
      await stack.fakes.fault({ kind: "speech", firstTokenMs: 2000, times: 100 });
      const { id } = await requestNextTurn(user, debateId);
      await waitForFirstTurn("complete");
      await waitUntil(() => watcher.named("speech:part").length > 0);
      const [dyingWorker] = stack.workers.slice(-1);
      await dyingWorker?.kill("SIGKILL");
      const before = watcher.named("speech:part").at(-1)?.endMs ?? 0;
      await stack.startWorker();
      await waitForSpeech(before / 1000 + 2);
      expect(await countMissed(id)).toBe(0);
      // The killed worker did not publish the events of some parts. Pages load these parts by
      // requests.
      const indices = watcher.named("speech:part").map(({ index }) => index);
      expect(indices).toEqual([...new Set(indices)].toSorted((a, b) => a - b));
    });

    it("continues at the same word within 5 s of the API's restart after a kill -9", async () => {
      const { user, debateId, stack } = live();
      const { id } = await requestNextTurn(user, debateId);
      await waitForSpeech(2);
      const [api] = stack.apis.slice(-1);
      await api?.kill("SIGKILL");
      const receivedFrames = listener.voiced.length;
      const { port } = await stack.startApi(api?.port);
      expect(port).toBe(api?.port);
      const restartedAt = Date.now();
      await waitUntil(() => listener.voiced.length > receivedFrames);
      expect(listener.heardAt - restartedAt).toBeLessThan(5000);
      await waitForSpeech(2);
      // Up to two seconds may be missed (55 frames of 36 ms), because on a busy machine the stream
      // may start late.
      const frames = await countMissed(id);
      expect(frames).not.toBeNull();
      expect(frames).toBeLessThan(55);
    });

    it("misses nothing while Redis is emptied, or all connections to the database are lost", async () => {
      const { user, debateId, backend } = live();
      const { id } = await requestNextTurn(user, debateId);
      await waitForSpeech(1);
      await (backend.redis ? backend.redis.flush() : backend.database.terminateConnections());
      await waitForSpeech(4);
      expect(await countMissed(id)).toBe(0);
    });
  },
  { hasVoice: true },
);
