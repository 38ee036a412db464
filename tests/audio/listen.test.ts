import { TurnSentences } from "#shared/contract/debates/audio.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { createDebateWith, requestNextTurn } from "../helpers/api-client.ts";
import { describeBackends, waitUntil } from "../harness.ts";
import { watchDebate } from "../helpers/debate-watcher.ts";
import { giveCredits } from "../api/test-api.ts";
import { decodeMp3 } from "./decode-mp3.ts";
import {
  getAudioPath,
  fetchAudio,
  startAudioHarness,
  type AudioHarness,
  waitForAudioStatus,
} from "./audio-harness.ts";

const SENTENCES = [
  "Streets belong to people.",
  "Cars take them away, and give nothing back!",
  "Shall we go on?",
];

describeBackends("the audio of a turn", (backend) => {
  let harness: AudioHarness;
  beforeAll(async () => {
    harness = await startAudioHarness(backend());
    await harness.startWorker();
  });
  afterAll(() => harness.close());
  beforeEach(() => {
    harness.fakes.requests.clear();
    harness.fakes.faults.clear();
  });

  const firstTurn = async (input: Record<string, unknown> = {}): Promise<Turn> => {
    const { turns } = await harness.written(1, input);
    const [turn] = turns;
    if (!turn) throw new Error("no turn");
    return turn;
  };
  const listen = (turn: { id: number }, more = "", headers: Record<string, string> = {}) =>
    fetchAudio(harness.owner.client, getAudioPath(turn.id, more), headers);

  it("is made once for 50 concurrent listeners, and not again for later ones", async () => {
    const turn = await firstTurn();
    const answers = await Promise.all(Array.from({ length: 50 }, () => listen(turn)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ bytes }) => bytes.toString("base64"))).size).toBe(1);
    expect(harness.spoken()).toBe(SENTENCES.length);
    await listen(turn);
    expect(harness.spoken()).toBe(SENTENCES.length);
  });

  it("is an MP3 of the stated duration with the times of its sentences", async () => {
    const turn = await firstTurn();
    const { bytes, headers } = await listen(turn);
    expect(headers.get("content-type")).toBe("audio/mpeg");
    expect(Number(headers.get("content-length"))).toBe(bytes.length);
    const heard = await decodeMp3(bytes);
    expect(heard.loudness).toBeGreaterThan(0.02);
    const { audio } = await waitForAudioStatus(harness.owner.client, turn, "ready");
    expect(audio.version).toBe(1);
    expect(Math.abs(heard.durationMs - (audio.durationMs ?? 0))).toBeLessThan(50);
    const path = `/api/tts/sentences?turnId=${turn.id}`;
    const said = (await harness.owner.client.get(path)).as(TurnSentences);
    expect(said.sentences.map(({ text }) => text)).toEqual(SENTENCES);
    expect(said.sentences[0]?.startMs).toBe(0);
    expect(said.sentences[2]?.endMs).toBe(said.durationMs);
    for (const [n, { startMs, endMs }] of said.sentences.entries()) {
      expect(endMs).toBeGreaterThan(startMs + 100);
      expect(startMs).toBe(said.sentences[n - 1]?.endMs ?? 0);
    }
  });

  it("supports ranges, answers 416 outside the file and 304 for a known ETag", async () => {
    const turn = await firstTurn();
    const { bytes, headers } = await listen(turn);
    const etag = headers.get("etag") ?? "";
    const size = bytes.length;
    const part = await listen(turn, "", { range: "bytes=100-199" });
    expect([part.status, part.headers.get("content-range")]).toEqual([
      206,
      `bytes 100-199/${size}`,
    ]);
    expect(part.bytes.equals(bytes.subarray(100, 200))).toBe(true);
    const last = await listen(turn, "", { range: "bytes=-50" });
    expect(last.bytes.equals(bytes.subarray(-50))).toBe(true);
    const beyond = await listen(turn, "", { range: `bytes=${size}-` });
    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${size}`]);
    expect(beyond.message).toBe("The recording is shorter than the requested range.");
    expect((await listen(turn, "", { "if-none-match": etag })).status).toBe(304);
    const stale = { range: "bytes=0-9", "if-range": '"another"' };
    expect((await listen(turn, "", stale)).status).toBe(200);
    expect((await listen(turn, "", { range: "lines=1-2" })).status).toBe(200);
  });

  it("is immutable at a URL with the current version", async () => {
    const turn = await firstTurn();
    const getCacheControl = async (more: string) =>
      (await listen(turn, more)).headers.get("cache-control");
    expect(await getCacheControl("")).toBe("private, no-cache");
    expect(await getCacheControl("&version=1")).toBe("private, max-age=31536000, immutable");
    expect(await getCacheControl("&version=2")).toBe("private, no-cache");
  });

  it("accepts the parameters of old clients and always speaks the stored turn", async () => {
    const turn = await firstTurn();
    const more =
      "&provider=openai&secondary=false&text=Buy%20now&t=1&noCache=1&retry=1&altFormat=mp3";
    expect((await listen(turn, more)).status).toBe(200);
    const asked = harness.fakes.requests.all({ kind: "speech" });
    expect(JSON.stringify(asked.map(({ body }) => body))).not.toContain("Buy");
  });

  it.each([
    ["a provider other than the turn's", "&provider=claude", 422],
    ["an unsupported format", "&altFormat=ogg", 406],
    ["an unknown field", "&loud=1", 422],
  ])("is refused with a message for %s", async (_what, more, status) => {
    const answer = await listen(await firstTurn(), more);
    expect(answer.status).toBe(status);
    expect(answer.message).toEqual(expect.any(String));
  });

  it("is available only to users who may read the turn", async () => {
    const { turns } = await harness.written(5);
    const hidden = await firstTurn({ isPublic: false });
    const [first, fifth] = [turns[0]?.id ?? 0, turns[4]?.id ?? 0];
    const visitor = harness.api.visitor();
    const { client: other } = await harness.api.person();
    const { client: admin } = await harness.api.person("admin");
    const status = async (client: typeof visitor, id: number) =>
      (await fetchAudio(client, getAudioPath(id))).status;
    expect(await status(visitor, first)).toBe(200);
    expect(await status(visitor, fifth)).toBe(404);
    expect(await status(other, fifth)).toBe(200);
    for (const client of [visitor, other, admin]) {
      expect(await status(client, hidden.id)).toBe(404);
      expect((await client.get(`/api/tts/sentences?turnId=${hidden.id}`)).status).toBe(404);
    }
    expect(await status(harness.owner.client, hidden.id)).toBe(200);
    expect(await status(harness.owner.client, 2_147_483_647)).toBe(404);
  });

  it("has two voices when one provider speaks for both sides", async () => {
    const sides = { botAProvider: "grok", botBProvider: "grok" };
    const { turns } = await harness.written(2, sides);
    await Promise.all(turns.map((turn) => listen(turn, "&provider=grok")));
    const voices = harness.fakes.requests
      .all({ kind: "speech" })
      .map(({ body }) => (body as { voice: string }).voice);
    expect(new Set(voices)).toEqual(new Set(["onyx", "coral"]));
  });

  it("is refused with 422 for a turn without speakable text", async () => {
    const turn = await firstTurn();
    await harness.api.sql("UPDATE turns SET content = '**a**' WHERE id = $1", [turn.id]);
    const answer = await listen(turn);
    expect([answer.status, answer.message]).toEqual([422, "Turn content is too short or empty"]);
    expect(harness.spoken()).toBe(0);
  });

  it("is refused with 409 while the turn is being written", async () => {
    const turn = await firstTurn();
    await harness.api.sql("UPDATE turns SET status = 'streaming' WHERE id = $1", [turn.id]);
    expect((await listen(turn)).status).toBe(409);
    await harness.api.sql("UPDATE turns SET status = 'complete' WHERE id = $1", [turn.id]);
  });

  it("is ready soon after the turn completes, and everyone in the room gets an event", async () => {
    const { client } = harness.owner;
    await giveCredits(harness.api, harness.owner, 1);
    const { id } = await createDebateWith(client, { maxTurns: 2 });
    const watchers = await Promise.all([
      watchDebate(harness.api.origin, id, client.cookie),
      watchDebate(harness.api.origin, id),
    ]);
    const turn = await requestNextTurn(client, id);
    for (const watcher of watchers) {
      await waitUntil(() => watcher.named("audio:ready").length === 1);
      const [completed] = watcher.named("turn:completed");
      expect(completed?.turn.audio).toEqual({ status: "pending", durationMs: null, version: 0 });
      const [ready] = watcher.named("audio:ready");
      expect(ready).toMatchObject({ turnId: turn.id, audio: { status: "ready", version: 1 } });
      expect(ready?.audio.durationMs).toBeGreaterThan(3000);
      watcher.close();
    }
  });
});
