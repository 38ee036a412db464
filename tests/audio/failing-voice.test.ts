import type { Turn } from "#shared/contract/turn.ts";
import { describeBackends, until } from "../harness.ts";
import { watchDebate } from "../watcher.ts";
import { audioPath, fetchSound, openStudio, type Studio, voicedAs } from "./studio.ts";

describeBackends("a voice that fails", (backend) => {
  let studio: Studio;
  beforeAll(async () => {
    studio = await openStudio(
      backend(),
      {},
      { firstByteMs: 10_000, silenceMs: 10_000, totalMs: 60_000 },
    );
    await studio.startWorker();
  });
  afterAll(() => studio.close());
  beforeEach(() => {
    studio.standins.requests.clear();
    studio.standins.faults.clear();
  });

  const firstTurn = async (): Promise<Turn> => {
    const [turn] = (await studio.written(1)).turns;
    if (!turn) throw new Error("no turn");
    return turn;
  };
  const listen = ({ id }: Turn) => fetchSound(studio.owner.client, audioPath(id));
  const rowOf = async ({ id }: Turn) => {
    const [row] = await studio.api.sql<{ status: string; version: number; failures: number }>(
      "SELECT status, version, failures FROM audio_cache WHERE turn_id = $1",
      [id],
    );
    return row;
  };
  /** As if it had failed that often already. */
  const nearlyGivenUp = async ({ id }: Turn) => {
    await studio.api.sql(
      `INSERT INTO audio_cache (turn_id, provider, content_hash, failures, status, heartbeat_at)
       VALUES ($1::int, 'openai', $1::int::text, 4, 'pending', now())`,
      [id],
    );
  };

  it.each([
    ["is overloaded", { effect: "status", status: 503 }],
    ["refuses for now", { effect: "status", status: 429, retryAfter: 1 }],
    ["sends nothing", { effect: "empty" }],
    ["sends noise", { effect: "corrupt" }],
    ["breaks off", { effect: "cut" }],
    ["hangs up", { effect: "reset" }],
    ["falls silent", { effect: "stall" }],
  ] as const)(
    "is asked again when it %s, for the sentence that is missing",
    async (_how, fault) => {
      const turn = await firstTurn();
      studio.standins.faults.next({ kind: "speech", contains: "Cars", ...fault });
      expect((await listen(turn)).status).toBe(200);
      const asked = studio.standins.requests.all();
      const finished = asked.filter(({ outcome }) => outcome === "finished");
      const failures = asked.length - finished.length;
      expect(failures).toBeGreaterThan(0);
      expect(await rowOf(turn)).toMatchObject({ status: "complete", failures });
      const bodies = finished.map(({ body }) => JSON.stringify(body));
      expect(new Set(bodies).size).toBe(bodies.length);
    },
  );

  it.each([
    ["is not let in", { effect: "status", status: 401 }, /not set up correctly/],
    ["sends noise all the time", { effect: "corrupt", times: 3 }, /could not be understood/],
    ["sends nothing all the time", { effect: "empty", times: 3 }, /could not be understood/],
  ] as const)(
    "is given up when it %s: nothing is kept, and all are told",
    async (_how, fault, words) => {
      const turn = await firstTurn();
      const watcher = await watchDebate(studio.api.origin, turn.debateId);
      await nearlyGivenUp(turn);
      studio.standins.faults.next({ kind: "speech", ...fault });
      const answer = await listen(turn);
      expect(answer.status).toBe(503);
      expect(answer.message).toMatch(words);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(await rowOf(turn)).toMatchObject({ status: "failed", version: 0 });
      await until(() => watcher.named("audio:failed").length === 1);
      expect(watcher.named("audio:failed")[0]).toMatchObject({ turnId: turn.id });
      await voicedAs(studio.owner.client, turn, "failed");
      watcher.close();
    },
  );

  it("has what was spoken of another turn kept until that is whole, too", async () => {
    const [half, whole] = [await firstTurn(), await firstTurn()];
    await studio.api.sql(
      `WITH half AS (INSERT INTO audio_cache (turn_id, provider, content_hash, run_at)
                     VALUES ($1::int, 'openai', $1::int::text, now() + interval '1 day') RETURNING id)
       INSERT INTO audio_parts (recording_id, content_hash, audio_data)
       SELECT id, 'a sentence', '\\x00' FROM half`,
      [half.id],
    );
    expect((await listen(whole)).status).toBe(200);
    expect(
      await studio.api.sql(
        "SELECT turn_id FROM audio_parts p JOIN audio_cache a ON a.id = p.recording_id WHERE turn_id = ANY($1)",
        [[half.id, whole.id]],
      ),
    ).toEqual([{ turn_id: half.id }]);
  });

  it("is tried again by whoever listens later, and not before it has rested", async () => {
    const turn = await firstTurn();
    await nearlyGivenUp(turn);
    studio.standins.faults.next({ kind: "speech", effect: "status", status: 401 });
    expect((await listen(turn)).status).toBe(503);
    const asked = studio.spoken();
    expect((await listen(turn)).status).toBe(503);
    expect(studio.spoken()).toBe(asked);
    await studio.api.sql(
      "UPDATE audio_cache SET heartbeat_at = now() - interval '6 seconds' WHERE turn_id = $1",
      [turn.id],
    );
    studio.standins.faults.clear();
    expect((await listen(turn)).status).toBe(200);
  });
});

describeBackends(
  "without a voice",
  (backend) => {
    it("says so, and keeps the debate going", async () => {
      const studio = await openStudio(backend(), { TTS_BASE_URL: "" });
      const [turn] = (await studio.written(1)).turns;
      const answer = await fetchSound(studio.owner.client, audioPath(turn?.id ?? 0));
      expect([answer.status, answer.message]).toEqual([
        503,
        "Premium audio is not available for this debate.",
      ]);
      const status = await studio.owner.client.get("/api/tts/status");
      expect(JSON.parse(status.text)).toEqual({ configured: false });
      await studio.close();
    });
  },
  ["postgres"],
);
