import { AUDIO_COUNTS_SQL } from "#infra/presenters/turn-audio-presenter.ts";
import {
  AudioJobProgress,
  DebateAudio,
  RegenerationAccepted,
} from "#shared/contract/debates/audio.ts";
import type { ApiClient } from "../helpers/api-client.ts";
import { describeBackends, waitUntil } from "../harness.ts";
import { watchDebate } from "../helpers/debate-watcher.ts";
import {
  getAudioPath,
  fetchAudio,
  startAudioHarness,
  SPEECH_TEXT,
  type AudioHarness,
  waitForAudioStatus,
} from "./audio-harness.ts";

describeBackends("repairing audio", (backend) => {
  let harness: AudioHarness;
  let admin: ApiClient;
  beforeAll(async () => {
    harness = await startAudioHarness(backend());
    await harness.startWorker();
    admin = (await harness.api.person("admin")).client;
  });
  afterAll(() => harness.close());
  beforeEach(() => {
    harness.fakes.requests.clear();
    harness.fakes.faults.clear();
  });

  const voiced = async (input: Record<string, unknown> = {}) => {
    const [turn] = (await harness.written(1, input)).turns;
    if (!turn) throw new Error("no turn");
    const { bytes } = await fetchAudio(harness.owner.client, getAudioPath(turn.id));
    return { turn, bytes };
  };
  const regenerate = (id: number) => admin.get(`/api/admin-regen-audio/${id}?token=secret`);
  const debateAudio = async (id: number) =>
    (await admin.get(`/api/admin/debates/${id}/audio`)).as(DebateAudio);
  const finishedJob = (id: number) =>
    waitUntil(async () => {
      const { job } = await debateAudio(id);
      return job?.status === "finished" && job;
    });

  it("regenerates a turn while the old recording still plays", async () => {
    const { turn, bytes } = await voiced();
    const watcher = await watchDebate(
      harness.api.origin,
      turn.debateId,
      harness.owner.client.cookie,
    );
    await harness.api.sql("UPDATE turns SET content = $2 WHERE id = $1", [
      turn.id,
      `${SPEECH_TEXT} Yes!`,
    ]);
    harness.fakes.faults.add({ kind: "speech", firstTokenMs: 700, times: 9 });
    const accepted = (await regenerate(turn.id)).as(RegenerationAccepted);
    expect(accepted).toEqual({ jobId: expect.any(Number), turnId: turn.id });
    const meanwhile = await fetchAudio(harness.owner.client, getAudioPath(turn.id, "&version=1"));
    expect(meanwhile.bytes.equals(bytes)).toBe(true);
    await waitUntil(() => watcher.named("audio:ready").some(({ audio }) => audio.version === 2));
    const fresh = await fetchAudio(harness.owner.client, getAudioPath(turn.id, "&version=2"));
    expect(fresh.bytes.length).toBeGreaterThan(bytes.length);
    expect(fresh.headers.get("etag")).not.toBe(meanwhile.headers.get("etag"));
    watcher.close();
  });

  it.each(["0", "-1", "1.5", "abc", "2147483648"])(
    "answers that %s is not an id of a turn",
    async (id) => {
      const answer = await admin.get(`/api/admin-regen-audio/${id}`);
      expect([answer.status, answer.error.message]).toEqual([
        400,
        "This turn doesn't have a valid ID.",
      ]);
    },
  );

  it("regenerates a turn however many attempts it had before", async () => {
    const { turn } = await voiced();
    await harness.api.sql("UPDATE audio_cache SET attempt = 24 WHERE turn_id = $1", [turn.id]);
    await regenerate(turn.id);
    const made = await waitUntil(async () => {
      const [audio] = (await debateAudio(turn.debateId)).turns;
      return audio?.status !== "pending" && audio;
    });
    expect(made).toMatchObject({ status: "ready", version: 2 });
  });

  it("keeps the old recording when regenerating fails", async () => {
    const { turn, bytes } = await voiced();
    const watcher = await watchDebate(
      harness.api.origin,
      turn.debateId,
      harness.owner.client.cookie,
    );
    harness.fakes.faults.add({ kind: "speech", effect: "status", status: 401 });
    await regenerate(turn.id);
    await waitUntil(async () => (await debateAudio(turn.debateId)).turns[0]?.status === "failed");
    expect((await debateAudio(turn.debateId)).turns[0]).toMatchObject({
      version: 1,
      error: expect.stringContaining("not set up"),
    });
    const still = await fetchAudio(harness.owner.client, getAudioPath(turn.id));
    expect(still.bytes.equals(bytes)).toBe(true);
    expect((await waitForAudioStatus(harness.owner.client, turn, "ready")).audio.version).toBe(1);
    await regenerate(turn.id);
    await waitUntil(() => watcher.named("audio:ready").some(({ audio }) => audio.version === 2));
    expect(watcher.named("audio:failed")).toEqual([]);
    watcher.close();
  });

  it("downloads a recording with a file name, also from private debates", async () => {
    const { turn, bytes } = await voiced({ isPublic: false });
    const path = `/api/admin-audio-download?turnId=${turn.id}&provider=openai&download=1&token=x`;
    const file = await fetchAudio(admin, path);
    expect(file.headers.get("content-disposition")).toBe(
      `attachment; filename=Rebuttal_For_ChatGPT_Turn${turn.id}.mp3`,
    );
    expect(file.bytes.equals(bytes)).toBe(true);
  });

  it.each(["/api/admin-regen-audio/1", "/api/admin-audio-download?turnId=1"])(
    "at %s is refused to other sites",
    async (path) => {
      const headers = { "sec-fetch-site": "cross-site" };
      const answer = await admin.get(path, { headers });
      expect([answer.status, answer.error.code]).toEqual([403, "cross_origin"]);
    },
  );

  it("refuses to regenerate for a browser that sends no origin, but allows a download", async () => {
    const { turn } = await voiced();
    const follow = async (path: string) =>
      (await fetch(harness.api.origin + path, { headers: { cookie: admin.cookie } })).status;
    expect(await follow(`/api/admin-regen-audio/${turn.id}`)).toBe(403);
    expect(await follow(`/api/admin-audio-download?turnId=${turn.id}`)).toBe(200);
  });

  it("runs one job per debate, shared by all admins, with progress events", async () => {
    const { debate, turns } = await harness.written(4);
    const [first] = turns;
    await fetchAudio(harness.owner.client, getAudioPath(first?.id ?? 0));
    const watcher = await watchDebate(harness.api.origin, debate.id, admin.cookie);
    const outsider = await watchDebate(harness.api.origin, debate.id, harness.owner.client.cookie);
    const path = `/api/admin/debates/${debate.id}/audio`;
    const starts = await Promise.all([
      admin.post(path, { turns: "missing" }),
      admin.post(path, { turns: "all" }),
    ]);
    expect(starts.map(({ status }) => status)).toEqual([202, 202]);
    const [one, other] = starts.map((start) => start.as(AudioJobProgress));
    expect(one?.jobId).toBe(other?.jobId);
    const total = one?.turns === "missing" ? 3 : 4;
    expect(one).toMatchObject({ total, done: 0, failed: 0, status: "running" });
    expect(await finishedJob(debate.id)).toMatchObject({ total, done: total, failed: 0 });
    await waitUntil(() => watcher.named("audio-job:progress").some((p) => p.status === "finished"));
    const pushed = watcher.named("audio-job:progress").map(({ done }) => done);
    expect(pushed).toEqual([...pushed].sort((a, b) => a - b));
    expect(outsider.named("audio-job:progress")).toEqual([]);
    expect((await debateAudio(debate.id)).turns.map(({ status }) => status)).toEqual(
      Array.from({ length: 4 }, () => "ready"),
    );
    for (const each of [watcher, outsider]) each.close();
  });

  it("counts the turns of two concurrent jobs separately", async () => {
    const written = [await harness.written(2), await harness.written(1)];
    for (const { debate } of written)
      await admin.post(`/api/admin/debates/${debate.id}/audio`, { turns: "missing" });
    for (const turn of written.flatMap(({ turns }) => turns)) {
      await waitForAudioStatus(harness.owner.client, turn, "ready");
      await finishedJob(turn.debateId);
    }
    const jobs = await Promise.all(written.map(({ debate }) => finishedJob(debate.id)));
    expect(jobs.map(({ done, total }) => [done, total])).toEqual([
      [2, 2],
      [1, 1],
    ]);
  });

  it("counts failed recordings, and the next job for missing ones records them", async () => {
    const { debate } = await harness.written(2);
    const path = `/api/admin/debates/${debate.id}/audio`;
    harness.fakes.faults.add({ kind: "speech", effect: "status", status: 401, times: 1 });
    await admin.post(path, { turns: "missing" });
    expect(await finishedJob(debate.id)).toMatchObject({ total: 2, done: 1, failed: 1 });
    const again = (await admin.post(path, { turns: "missing" })).as(AudioJobProgress);
    expect(again.total).toBe(1);
    await waitUntil(async () => (await finishedJob(debate.id)).jobId === again.jobId);
    const nothing = (await admin.post(path, { turns: "missing" })).as(AudioJobProgress);
    expect(nothing).toMatchObject({ total: 0, status: "finished" });
  });

  it("does not add a regenerated turn to a finished job", async () => {
    const { debate, turns } = await harness.written(1);
    const path = `/api/admin/debates/${debate.id}/audio`;
    await admin.post(path, { turns: "missing" });
    const { jobId } = await finishedJob(debate.id);
    await regenerate(turns[0]?.id ?? 0);
    await waitUntil(async () => (await debateAudio(debate.id)).turns[0]?.version === 2);
    expect(await finishedJob(debate.id)).toMatchObject({ jobId, total: 1, done: 1, failed: 0 });
  });

  it("is counted in the admin list of debates", async () => {
    const { debate, turns } = await harness.written(4);
    const [ready, failed, pending] = turns;
    await fetchAudio(harness.owner.client, getAudioPath(ready?.id ?? 0));
    await harness.api.sql(
      `INSERT INTO audio_cache (turn_id, provider, content_hash, status, run_at)
       VALUES ($1::int, 'openai', $1::int::text, 'failed', NULL),
              ($2::int, 'openai', $2::int::text, 'pending', now() + interval '1 day')`,
      [failed?.id, pending?.id],
    );
    const [row] = await harness.api.sql(
      `SELECT ${AUDIO_COUNTS_SQL} AS audio FROM debates d WHERE d.id = $1`,
      [debate.id],
    );
    expect(row).toEqual({ audio: { ready: 1, pending: 1, failed: 1, missing: 1 } });
  });

  it("gives every turn a new version when all are regenerated", async () => {
    const { debate } = await harness.written(2);
    const path = `/api/admin/debates/${debate.id}/audio`;
    for (const turns of ["missing", "all"]) {
      const { jobId } = (await admin.post(path, { turns })).as(AudioJobProgress);
      await waitUntil(async () => (await finishedJob(debate.id)).jobId === jobId);
    }
    expect((await debateAudio(debate.id)).turns.map(({ version }) => version)).toEqual([2, 2]);
  });
});
