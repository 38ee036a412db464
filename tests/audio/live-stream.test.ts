import { once } from "node:events";
import { type ClientRequest, get, type IncomingMessage } from "node:http";
import { parseFrameAt } from "#infra/audio/mp3.ts";
import { SpokenDebate, LiveScheduleView } from "#shared/contract/debates/live-stream.ts";
import { ANNOUNCEMENT_NAMES } from "#shared/domain/audio/announcements.ts";
import { z } from "zod";
import type { ApiClient } from "../helpers/api-client.ts";
import {
  UNLIMITED_VARIABLES,
  createPaidDebate,
  startTestApi,
  type TestApi,
} from "../api/test-api.ts";
import { describeBackends, waitUntil } from "../harness.ts";
import { decodeMp3, maxSampleDifference, rootMeanSquare } from "./decode-mp3.ts";
import { countMissedFrames, hashStreamedFrames } from "./live-stream-client.ts";
import { startAudioHarness, type AudioHarness } from "./audio-harness.ts";

/** A listener whose player opens the stream's URL. */
interface StreamListener {
  status: number;
  headers: IncomingMessage["headers"];
  bytes(): Buffer;
  /** Resolves when the server ended the stream or the connection was lost. */
  ended: Promise<unknown>;
  leave(): void;
}

const SILENT_MS = 300;

/** Returns the spans of sound, which are separated by long silence. */
const soundsIn = (samples: Float32Array, sampleRate: number): { from: number; to: number }[] => {
  const step = Math.round(sampleRate / 50);
  const sounds: { from: number; to: number }[] = [];
  for (let at = 0; at + step <= samples.length; at += step) {
    if (rootMeanSquare(samples.subarray(at, at + step)) < 0.003) continue;
    const [from, to] = [at, at + step].map((n) => (n * 1000) / sampleRate) as [number, number];
    const last = sounds.at(-1);
    if (last && from - last.to <= SILENT_MS) last.to = to;
    else sounds.push({ from, to });
  }
  return sounds;
};

describeBackends("a live stream", (backend) => {
  let harness: AudioHarness;
  let second: TestApi;
  const listeners: StreamListener[] = [];
  beforeAll(async () => {
    const voice = "http://127.0.0.1:1/v1";
    // Uses the fake voice in real time instead of the harness's default, which is faster.
    harness = await startAudioHarness(backend(), {}, undefined, {});
    const env = backend().env({ ...UNLIMITED_VARIABLES, TTS_BASE_URL: voice });
    second = await startTestApi(env);
    // The disclosure (the announcement that voices are synthetic) counts as failed, so that streams
    // start without it. The test that expects the announcement deletes this row.
    await harness.api.sql(
      `INSERT INTO audio_cache (notice, provider, content_hash, status, heartbeat_at)
       VALUES ('disclosure', 'openai', '', 'failed', 'infinity')`,
    );
    await harness.startWorker();
  });
  afterEach(() => {
    for (const listener of listeners.splice(0)) listener.leave();
    harness.fakes.requests.clear();
  });
  afterAll(async () => {
    await second.close();
    await harness.close();
  });

  const listen = async (
    origin: string,
    debateId: number,
    { cookie, query = "", range }: { cookie?: string; query?: string; range?: string } = {},
  ): Promise<StreamListener> => {
    const path = `${origin}/api/debates/${debateId}/live.mp3${query}`;
    const headers = { ...(cookie && { cookie }), ...(range && { range }) };
    const request: ClientRequest = get(path, { headers, agent: false });
    const [answer] = (await once(request, "response")) as [IncomingMessage];
    const pieces: Buffer[] = [];
    answer.on("data", (piece: Buffer) => pieces.push(piece));
    const ended = new Promise((resolve) => answer.on("close", resolve));
    answer.on("error", () => undefined);
    const listener = {
      status: answer.statusCode ?? 0,
      headers: answer.headers,
      bytes: () => Buffer.concat(pieces),
      ended,
      leave: () => void request.destroy(),
    };
    listeners.push(listener);
    return listener;
  };
  const cookieOf = ({ cookie }: ApiClient) => (cookie ? { cookie } : {});
  const liveSpeech = async (client: ApiClient, debateId: number) =>
    (await client.get(`/api/debates/${debateId}/live`)).as(LiveScheduleView);

  const write = (debateId: number, turnNumber: number, content: string, { isWhole = true } = {}) =>
    harness.api.sql(
      `WITH turn AS (
         INSERT INTO turns (debate_id, turn_number, role, type, status, attempt, content, heartbeat_at)
         VALUES ($1, $2, CASE $2 % 2 WHEN 1 THEN 'bot_a' ELSE 'bot_b' END, 'rebuttal', $4, 1, $3, 'infinity')
         ON CONFLICT (debate_id, turn_number) DO UPDATE
            SET content = excluded.content, status = excluded.status RETURNING id),
       moved AS (
         UPDATE debates SET current_turn = $2, status = CASE $2 WHEN max_turns THEN 'completed' ELSE 'active' END
          WHERE id = $1 AND $4 = 'complete')
       INSERT INTO audio_cache (turn_id, provider, content_hash, run_at)
       SELECT id, 'openai', 'live-' || id, now() - interval '1 minute' FROM turn ON CONFLICT DO NOTHING`,
      [debateId, turnNumber, content, isWhole ? "complete" : "streaming"],
    );
  const debateOf = (maxTurns: number, more = {}) =>
    createPaidDebate(harness.api, harness.owner, { maxTurns, ...more });
  /** Waits until all announcements are recorded, once for all tests. */
  const noticesSpoken = (listener: StreamListener) =>
    waitUntil(async () => {
      const rows = await harness.api.sql(
        "SELECT FROM audio_cache WHERE notice <> 'disclosure' AND version > 0",
      );
      return rows.length === ANNOUNCEMENT_NAMES.length - 1 && listener.status;
    });

  it("plays each sentence once for 50 listeners on two processes, in order and without gaps, identical to the recordings", async () => {
    const { id } = await debateOf(2);
    const { client } = harness.owner;
    /** A busy server answers 503 with Retry-After. The listener retries, as a page does. */
    const join = (origin: string) =>
      waitUntil(async () => {
        const listener = await listen(origin, id, cookieOf(client));
        if (listener.status !== 503) return listener;
        expect(listener.headers["retry-after"]).toBe("2");
        return false;
      });
    const crowd = await Promise.all(
      Array.from({ length: 50 }, (_, n) => join(n % 2 ? harness.api.origin : second.origin)),
    );
    expect(new Set(crowd.map(({ status }) => status))).toEqual(new Set([200]));
    const [listener, other] = crowd;
    if (!listener || !other) throw new Error("nobody listens");
    await noticesSpoken(listener);
    // Waits for the first audio of both listeners. A listener that starts later would miss a part.
    await waitUntil(() => listener.bytes().length > 0 && other.bytes().length > 0);
    harness.fakes.requests.clear();
    // The sentence is so long that the next one is synthesized in time, even on a slow machine.
    const streets = `Streets belong to ${"those who walk and meet and play and ".repeat(4)}rest there.`;
    await write(id, 1, `${streets} Cars take`, { isWhole: false });
    await waitUntil(async () => (await liveSpeech(client, id)).turns.length === 1);
    await write(id, 1, `${streets} Cars take them away from us!`);
    await write(id, 2, "They brought me here today.");
    await Promise.all([listener.ended, other.ended]);
    expect(harness.spoken()).toBe(3);

    const { turns, outlook } = await liveSpeech(client, id);
    expect(outlook).toBe("end");
    expect(turns.map(({ turnNumber, sentences }) => [turnNumber, sentences.length])).toEqual([
      [1, 2],
      [2, 1],
    ]);
    const lengths = turns.map(
      ({ sentences }) => (sentences.at(-1)?.endsAt ?? 0) - (sentences[0]?.startsAt ?? 0),
    );
    for (const { bytes } of [listener, other]) {
      const rates = new Set<string>();
      for (let at = 0; at < bytes().length;) {
        const frame = parseFrameAt(bytes(), at);
        if (!frame) throw new Error(`no frame at ${at}`);
        rates.add(`${frame.kbit} ${frame.sampleRate}`);
        at += frame.length;
      }
      expect([...rates]).toEqual(["160 16000"]);
      const { samples, sampleRate } = await decodeMp3(bytes());
      const sounds = soundsIn(samples, sampleRate);
      expect(sounds).toHaveLength(2);
      const [first, last] = sounds;
      for (const [n, sound] of sounds.entries())
        expect(Math.abs(sound.to - sound.from - (lengths[n] ?? 0))).toBeLessThan(600);
      // The silence between turns lasts three seconds, or less if a slow machine delayed the
      // sentence before it.
      expect((last?.from ?? 0) - (first?.to ?? 0)).toBeGreaterThan(2000);
      expect((last?.from ?? 0) - (first?.to ?? 0)).toBeLessThan(6000);
    }
    const [recording] = await harness.api.sql<{ bytes: Buffer }>(
      `SELECT audio_data AS bytes FROM audio_cache a JOIN turns t ON t.id = a.turn_id
        WHERE t.debate_id = $1 AND turn_number = 2`,
      [id],
    );
    const { samples: recorded } = await decodeMp3(recording?.bytes ?? Buffer.alloc(0));
    const { samples: received } = await decodeMp3(listener.bytes());
    expect(recorded.length).toBeGreaterThan(16_000);
    expect(maxSampleDifference(received.slice(-recorded.length), recorded)).toBeLessThan(1e-6);
  });

  it("is silent while a voice provider is slow, down or corrupt, then plays everything once", async () => {
    const FAULTS = {
      Trains: { firstTokenMs: 2500 },
      Buses: { effect: "status", status: 503 },
      Bikes: { effect: "corrupt" },
    } as const;
    const { client } = harness.owner;
    const hearing = Object.entries(FAULTS).map(async ([name, fault]) => {
      harness.fakes.faults.add({ kind: "speech", contains: name, ...fault });
      const { id } = await debateOf(2);
      const listener = await listen(harness.api.origin, id, cookieOf(client));
      await noticesSpoken(listener);
      await waitUntil(() => listener.bytes().length > 0);
      await write(id, 1, `This is said at once. ${name} come later.`);
      const { bytes } = await waitUntil(async () => {
        const [recording] = await harness.api.sql<{ bytes: Buffer }>(
          `SELECT audio_data AS bytes FROM audio_cache a JOIN turns t ON t.id = a.turn_id
            WHERE t.debate_id = $1 AND a.version = 1`,
          [id],
        );
        return recording;
      });
      const said = await hashStreamedFrames(bytes);
      const hashReceivedFrames = () => hashStreamedFrames(listener.bytes());
      await waitUntil(async () => (await hashReceivedFrames()).length >= said.length);
      expect(countMissedFrames(said, (await hashReceivedFrames()).slice(0, said.length))).toBe(0);
    });
    await Promise.all(hearing);
    const broken = harness.fakes.requests.all({ kind: "speech" });
    expect(broken.filter(({ outcome }) => outcome === "broken")).toHaveLength(2);
  });

  it("plays four turns to visitors, then the announcement that invites them to sign up", async () => {
    const { id } = await debateOf(6);
    for (const n of [1, 2, 3, 4, 5]) await write(id, n, `This is turn ${n}.`);
    const visitor = harness.api.visitor();
    const turnsOf = async (client: ApiClient) => (await liveSpeech(client, id)).turns;
    await waitUntil(async () => (await turnsOf(harness.owner.client)).length === 5);
    expect((await turnsOf(visitor)).map(({ turnNumber }) => turnNumber)).toEqual([1, 2, 3, 4]);
    expect((await liveSpeech(visitor, id)).outlook).toBe("gate");
    // Moves the schedule back by a minute, so that two seconds of the fourth turn are left.
    await harness.api.sql(
      `UPDATE audio_cache SET spoken = (
         SELECT jsonb_agg(part || jsonb_build_object('at', (part->>'at')::numeric - 60000))
           FROM jsonb_array_elements(spoken) AS part) WHERE spoken <> '[]'`,
    );
    const listener = await listen(harness.api.origin, id);
    await listener.ended;
    const { durationMs, loudness } = await decodeMp3(listener.bytes());
    expect(loudness).toBeGreaterThan(0.02);
    expect(durationMs).toBeLessThan(8000);
  });

  it("answers range probes of players and tells proxies not to buffer", async () => {
    const { id } = await debateOf(2);
    const { origin } = harness.api;
    const plain = await listen(origin, id);
    expect(plain.headers).toMatchObject({
      "content-type": "audio/mpeg",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
      "transfer-encoding": "chunked",
    });
    const probe = await listen(origin, id, { range: "bytes=0-1" });
    await probe.ended;
    expect([probe.status, probe.headers["content-range"], probe.bytes().toString("hex")]).toEqual([
      206,
      "bytes 0-1/*",
      "fff3",
    ]);
    const open = await listen(origin, id, { range: "bytes=0-" });
    expect(open.status).toBe(206);
    expect(open.headers["content-range"]).toMatch(/^bytes 0-\d+\/\*$/);
    await waitUntil(() => open.bytes().length > 2000);
    expect(parseFrameAt(open.bytes(), 0)).not.toBeNull();
  });

  it("is available to users who may see the debate while it is live", async () => {
    const hidden = await debateOf(2, { isPublic: false });
    const { client } = harness.owner;
    const status = async (id: number, of: ApiClient, query = "") =>
      (await listen(harness.api.origin, id, { ...cookieOf(of), query })).status;
    const { client: other } = await harness.api.person();
    expect(await status(hidden.id, client)).toBe(200);
    for (const stranger of [other, harness.api.visitor()]) {
      expect(await status(hidden.id, stranger)).toBe(404);
      expect((await stranger.get(`/api/debates/${hidden.id}/live`)).status).toBe(404);
    }
    expect(await status(2_147_483_647, client)).toBe(404);
    expect(await status(hidden.id, client, "?at=soon")).toBe(422);
    const { debate } = await harness.written(10);
    expect(await status(debate.id, client)).toBe(409);
  });

  it("disconnects listeners who lose access, on every process", async () => {
    const { id } = await debateOf(2);
    const { client } = harness.owner;
    const [owner, visitor] = await Promise.all([
      listen(harness.api.origin, id, cookieOf(client)),
      listen(second.origin, id),
    ]);
    await client.request("PATCH", `/api/debates/${id}`, { body: { isPublic: false } });
    await visitor?.ended;
    expect((await liveSpeech(client, id)).debateId).toBe(id);
    await harness.api.sql("DELETE FROM debates WHERE id = $1", [id]);
    await owner?.ended;
  });

  it("is listed while it is live, with its number of listeners", async () => {
    const { id } = await debateOf(2);
    const { client } = harness.owner;
    const live = async () =>
      (await client.get("/api/debates/spoken"))
        .as(z.array(SpokenDebate))
        .find(({ debate }) => debate.id === id);
    expect(await live()).toBeUndefined();
    // Pages of the previous version send this parameter.
    const query = "?show=on";
    await Promise.all([listen(harness.api.origin, id, { query }), listen(second.origin, id)]);
    await write(id, 1, "Streets belong to people. Cars take", { isWhole: false });
    const listed = await waitUntil(async () => {
      const found = await live();
      return found?.listeners === 2 && found;
    });
    expect(listed).toMatchObject({ turnNumber: 1, watchers: 0, debate: { id } });
    const hidden = await debateOf(2, { isPublic: false });
    await write(hidden.id, 1, "Nobody knows of it. And", { isWhole: false });
    const ids = (await client.get("/api/debates/spoken"))
      .as(z.array(SpokenDebate))
      .map(({ debate }) => debate.id);
    expect(ids).not.toContain(hidden.id);
  });

  it("begins with the disclosure for players without a page", async () => {
    await harness.api.sql("DELETE FROM audio_cache WHERE notice = 'disclosure'");
    const [{ id: firstId }, { id }] = [await debateOf(2), await debateOf(2)];
    await listen(harness.api.origin, firstId);
    const recording = await waitUntil(async () => {
      const [row] = await harness.api.sql<{ bytes: Buffer }>(
        `SELECT audio_data AS bytes FROM audio_cache WHERE notice = 'disclosure' AND version > 0`,
      );
      return row?.bytes;
    });
    const disclosure = await hashStreamedFrames(recording);
    const { bytes } = await listen(harness.api.origin, id);
    const hear = async () => (bytes().length > 0 ? hashStreamedFrames(bytes()) : []);
    await waitUntil(async () => (await hear()).length >= disclosure.length);
    expect(await hear()).toEqual(disclosure);
  });
});
