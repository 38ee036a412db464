import NodeID3 from "node-id3";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { requestNextTurn, fetchTurns } from "../helpers/api-client.ts";
import {
  insertFinishedTurns,
  createPaidDebate,
  startProxiedApi,
  type TestUser,
  type ProxiedApi,
} from "../api/test-api.ts";
import { setRecordingState, storeDisclosure, storeRecordings } from "./recording-fixtures.ts";
import { getAudioPath, fetchAudio } from "./audio-harness.ts";

/** No worker runs in this file, so recordings exist only where a test stores them. */
let api: ProxiedApi;
let owner: TestUser;
beforeAll(async () => {
  api = await startProxiedApi({ TTS_BASE_URL: "http://127.0.0.1:1/v1" });
  owner = await api.person();
  await storeDisclosure(api);
});
afterAll(() => api.close());

const written = async (
  count: number,
  input: Record<string, unknown> = {},
): Promise<{ debate: Debate; turns: Turn[] }> => {
  const debate = await createPaidDebate(api, owner, { maxTurns: 10, ...input });
  await insertFinishedTurns(api, debate, count);
  return { debate, turns: await fetchTurns(owner.client, debate.id) };
};
const ids = (turns: readonly Turn[]) => turns.map(({ id }) => id);
const recorded = async (count: number, input: Record<string, unknown> = {}) => {
  const { debate, turns } = await written(count, input);
  await storeRecordings(api, ids(turns));
  return { debate, turns };
};
const READ_SOUND = /SELECT audio_data AS bytes/;

describe("a recording that is regenerated", () => {
  it("between lookup and read answers 503 with Retry-After", async () => {
    const { turns } = await recorded(1);
    const [turn] = ids(turns);
    const reading = api.wire.hold(READ_SOUND, { at: "request" });
    const listening = fetchAudio(owner.client, getAudioPath(turn ?? 0));
    await reading.reached;
    await storeRecordings(api, ids(turns), 20);
    reading.release();
    const answer = await listening;
    expect([answer.status, answer.message, answer.headers.get("retry-after")]).toEqual([
      503,
      "The recording has changed. Please try again.",
      "1",
    ]);
  });

  it("is served at once to clients that request the new version", async () => {
    const { turns } = await recorded(1);
    const listen = (version: number) =>
      fetchAudio(owner.client, getAudioPath(turns[0]?.id ?? 0, `&version=${version}`));
    await listen(1);
    const bytes = await storeRecordings(api, ids(turns), 20);
    expect((await listen(2)).bytes.equals(bytes)).toBe(true);
  });

  it("during a download of the episode breaks off the download without mixing versions", async () => {
    const { debate, turns } = await recorded(2);
    const [first, second] = turns;
    const path = `/api/debates/${debate.id}/audio.mp3`;
    const reading = api.wire.hold(READ_SOUND, { at: "answer" });
    const saving = fetchAudio(owner.client, path);
    await reading.reached;
    const next = api.wire.hold(READ_SOUND, { at: "request" });
    reading.release();
    await next.reached;
    await storeRecordings(api, [second?.id ?? 0], 20);
    next.release();
    await expect(saving).rejects.toThrow("terminated");
    expect((await fetchAudio(owner.client, path)).status).toBe(200);
    expect(first?.turnNumber).toBe(1);
  });
});

describe("the sentences of a recording", () => {
  it("are not available before the recording is complete", async () => {
    const { turns } = await written(1);
    const [turn] = ids(turns);
    await setRecordingState(api, turn ?? 0, { status: "pending" });
    const { status } = await owner.client.get(`/api/tts/sentences?turnId=${turn}`);
    expect(status).toBe(404);
  });
});

describe("an episode", () => {
  const download = ({ id }: Debate) => fetchAudio(owner.client, `/api/debates/${id}/audio.mp3`);

  it("reports how many of its turns are recorded", async () => {
    const { debate, turns } = await written(3);
    await storeRecordings(api, ids(turns).slice(0, 1));
    await setRecordingState(api, ids(turns)[1] ?? 0, { status: "running" });
    expect((await download(debate)).message).toBe(
      "1 of 3 turns have audio. Please try again in a minute.",
    );
  });

  it("contains the finished turns with speakable text, in order", async () => {
    const { debate, turns } = await written(3);
    const [, second] = turns;
    await api.sql("UPDATE turns SET content = '**a**' WHERE id = $1", [second?.id]);
    await requestNextTurn(owner.client, debate.id);
    await api.sql("UPDATE turns SET content = 'Not at its end' WHERE content = ''");
    await storeRecordings(
      api,
      ids(turns).filter((id) => id !== second?.id),
    );
    const { status, bytes } = await download(debate);
    expect(status).toBe(200);
    expect(NodeID3.read(bytes).chapter?.map(({ tags }) => tags?.title)).toEqual([
      "1. Rebuttal, For (ChatGPT)",
      "3. Rebuttal, For (ChatGPT)",
    ]);
  });

  it("does not exist before anything was said", async () => {
    const { debate, turns } = await written(1);
    await api.sql("UPDATE turns SET content = '' WHERE id = $1", [turns[0]?.id]);
    expect((await download(debate)).message).toBe("This debate has no turns yet.");
  });
});

describe("the episodes of the feed", () => {
  const topics = async () => {
    const { text } = await api.visitor().get("/feed.xml");
    return Array.from(text.matchAll(/<item>\s*<title>(.*?)</g), ([, title]) => title);
  };
  const setPopularity = ({ id }: Debate, popularity: number) =>
    api.sql("UPDATE debates SET popularity = $2 WHERE id = $1", [id, popularity]);
  beforeEach(() => api.sql("UPDATE debates SET share_enabled = false"));

  it("are the ten most popular, newest first among equals", async () => {
    for (let n = 1; n <= 12; n++) {
      const { debate } = await recorded(2, { topic: `Motion ${n}`, maxTurns: 2 });
      await setPopularity(debate, n === 1 ? 9 : n === 12 ? 1 : 5);
    }
    const rest = Array.from({ length: 9 }, (_none, n) => `Motion ${11 - n}`);
    expect(await topics()).toEqual(["Motion 1", ...rest]);
  });

  it("are debates whose first turns are all recorded", async () => {
    await recorded(4, { topic: "All of it" });
    await recorded(2, { topic: "A short one", maxTurns: 2 });
    await recorded(3, { topic: "Three so far" });
    const { turns } = await written(4, { topic: "One is not made" });
    await storeRecordings(api, ids(turns).slice(0, 3));
    await setRecordingState(api, ids(turns)[3] ?? 0, { status: "pending" });
    const late = await written(5, { topic: "The fifth instead" });
    await storeRecordings(api, ids(late.turns).slice(1));
    expect(await topics()).toEqual(["A short one", "All of it"]);
  });

  it("are rendered once for all clients, and again after one of them changes", async () => {
    const { debate } = await recorded(2, { topic: "Said once", maxTurns: 2 });
    const seconds = async () => {
      const { text } = await api.visitor().get("/feed.xml");
      return Number(/<itunes:duration>(\d+)</.exec(text)?.[1]);
    };
    const before = await seconds();
    const ofThem = "turn_id IN (SELECT id FROM turns WHERE debate_id = $1)";
    await api.sql(`UPDATE audio_cache SET duration_ms = 60000 WHERE ${ofThem}`, [debate.id]);
    expect(await seconds()).toBe(before);
    await api.sql(`UPDATE audio_cache SET version = version + 1 WHERE ${ofThem}`, [debate.id]);
    expect(await seconds()).toBeGreaterThanOrEqual(120);
  });

  it("are each available at their own URL, to anyone who may hear them", async () => {
    const { debate } = await recorded(2, { topic: "Only this", maxTurns: 2 });
    const hidden = await recorded(2, { maxTurns: 2, isPublic: false });
    const unfinished = await written(2, { maxTurns: 2 });
    const downloadEpisode = ({ id }: Debate) => fetchAudio(api.visitor(), `/feed/${id}.mp3`);
    const { status, bytes } = await downloadEpisode(debate);
    expect([status, NodeID3.read(bytes).title]).toEqual([200, "Only this"]);
    for (const each of [hidden, unfinished])
      expect((await downloadEpisode(each.debate)).status).toBe(404);
  });
});
