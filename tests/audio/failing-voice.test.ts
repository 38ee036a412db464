import type { Turn } from "#shared/contract/debates/turn.ts";
import { describeBackends, waitUntil } from "../harness.ts";
import { watchDebate } from "../helpers/debate-watcher.ts";
import {
  getAudioPath,
  fetchAudio,
  startAudioHarness,
  type AudioHarness,
  waitForAudioStatus,
} from "./audio-harness.ts";

describeBackends("a voice provider that fails", (backend) => {
  let harness: AudioHarness;
  beforeAll(async () => {
    harness = await startAudioHarness(
      backend(),
      {},
      { firstByteMs: 10_000, silenceMs: 10_000, totalMs: 60_000 },
    );
    await harness.startWorker();
  });
  afterAll(() => harness.close());
  beforeEach(() => {
    harness.fakes.requests.clear();
    harness.fakes.faults.clear();
  });

  const firstTurn = async (): Promise<Turn> => {
    const [turn] = (await harness.written(1)).turns;
    if (!turn) throw new Error("no turn");
    return turn;
  };
  const listen = ({ id }: Turn) => fetchAudio(harness.owner.client, getAudioPath(id));
  const rowOf = async ({ id }: Turn) => {
    const [row] = await harness.api.sql<{ status: string; version: number; failures: number }>(
      "SELECT status, version, failures FROM audio_cache WHERE turn_id = $1",
      [id],
    );
    return row;
  };
  const nearlyGivenUp = async ({ id }: Turn) => {
    await harness.api.sql(
      `INSERT INTO audio_cache (turn_id, provider, content_hash, failures, status, heartbeat_at)
       VALUES ($1::int, 'openai', $1::int::text, 4, 'pending', now())`,
      [id],
    );
  };

  it.each([
    ["is overloaded", { effect: "status", status: 503 }],
    ["answers 429", { effect: "status", status: 429, retryAfter: 1 }],
    ["sends nothing", { effect: "empty" }],
    ["sends corrupt audio", { effect: "corrupt" }],
    ["breaks off a response", { effect: "cut" }],
    ["resets the connection", { effect: "reset" }],
    ["stalls", { effect: "stall" }],
  ] as const)("is retried when it %s, only for the missing sentence", async (_how, fault) => {
    const turn = await firstTurn();
    harness.fakes.faults.add({ kind: "speech", contains: "Cars", ...fault });
    expect((await listen(turn)).status).toBe(200);
    const asked = harness.fakes.requests.all();
    const finished = asked.filter(({ outcome }) => outcome === "finished");
    const failures = asked.length - finished.length;
    expect(failures).toBeGreaterThan(0);
    expect(await rowOf(turn)).toMatchObject({ status: "complete", failures });
    const bodies = finished.map(({ body }) => JSON.stringify(body));
    expect(new Set(bodies).size).toBe(bodies.length);
  });

  it.each([
    ["refuses the API key", { effect: "status", status: 401 }, /not set up correctly/],
    ["always sends corrupt audio", { effect: "corrupt", times: 3 }, /unusable audio/],
    ["always sends nothing", { effect: "empty", times: 3 }, /unusable audio/],
  ] as const)(
    "is given up when it %s: nothing is stored, and all watchers get an event",
    async (_how, fault, words) => {
      const turn = await firstTurn();
      const watcher = await watchDebate(harness.api.origin, turn.debateId);
      await nearlyGivenUp(turn);
      harness.fakes.faults.add({ kind: "speech", ...fault });
      const answer = await listen(turn);
      expect(answer.status).toBe(503);
      expect(answer.message).toMatch(words);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(await rowOf(turn)).toMatchObject({ status: "failed", version: 0 });
      await waitUntil(() => watcher.named("audio:failed").length === 1);
      expect(watcher.named("audio:failed")[0]).toMatchObject({ turnId: turn.id });
      await waitForAudioStatus(harness.owner.client, turn, "failed");
      watcher.close();
    },
  );

  it("keeps finished sentences of other incomplete recordings when a recording completes", async () => {
    const [half, whole] = [await firstTurn(), await firstTurn()];
    await harness.api.sql(
      `WITH half AS (INSERT INTO audio_cache (turn_id, provider, content_hash, run_at)
                     VALUES ($1::int, 'openai', $1::int::text, now() + interval '1 day') RETURNING id)
       INSERT INTO audio_parts (recording_id, content_hash, audio_data)
       SELECT id, 'a sentence', '\\x00' FROM half`,
      [half.id],
    );
    expect((await listen(whole)).status).toBe(200);
    expect(
      await harness.api.sql(
        "SELECT turn_id FROM audio_parts p JOIN audio_cache a ON a.id = p.recording_id WHERE turn_id = ANY($1)",
        [[half.id, whole.id]],
      ),
    ).toEqual([{ turn_id: half.id }]);
  });

  it("is retried by a later listener, but not within 5 s of the failure", async () => {
    const turn = await firstTurn();
    await nearlyGivenUp(turn);
    harness.fakes.faults.add({ kind: "speech", effect: "status", status: 401 });
    expect((await listen(turn)).status).toBe(503);
    const asked = harness.spoken();
    expect((await listen(turn)).status).toBe(503);
    expect(harness.spoken()).toBe(asked);
    await harness.api.sql(
      "UPDATE audio_cache SET heartbeat_at = now() - interval '6 seconds' WHERE turn_id = $1",
      [turn.id],
    );
    harness.fakes.faults.clear();
    expect((await listen(turn)).status).toBe(200);
  });
});

describeBackends(
  "without a voice provider",
  (backend) => {
    it("answers with a message, and the debate continues", async () => {
      const harness = await startAudioHarness(backend(), { TTS_BASE_URL: "" });
      const [turn] = (await harness.written(1)).turns;
      const answer = await fetchAudio(harness.owner.client, getAudioPath(turn?.id ?? 0));
      expect([answer.status, answer.message]).toEqual([
        503,
        "Premium audio is not available for this debate.",
      ]);
      const status = await harness.owner.client.get("/api/tts/status");
      expect(JSON.parse(status.text)).toEqual({ configured: false, languages: [] });
      await harness.close();
    });
  },
  ["postgres"],
);
