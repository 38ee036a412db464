import { EventEmitter } from "node:events";
import { subscribeToRecordingEvents, type RecordingEvents } from "#api/audio/recording-events.ts";
import { ensureRecording } from "#api/commands/audio/ensure-recording.ts";
import type { Context } from "#api/context.ts";
import { findTurnRecording } from "#api/queries/audio/find-turn-recording.ts";
import type { ApiSocketServer } from "#api/realtime/sockets/create-socket-server.ts";
import type { RecordingSpec } from "#infra/audio/recording-spec.ts";
import { openBackend } from "#infra/backend/open-backend.ts";
import { createDataSource } from "#infra/db/connection/data-source.ts";
import { createEventPublisher } from "#infra/realtime/event-publisher.ts";
import { closeHeadlessServer, createHeadlessServer } from "#infra/realtime/headless-server.ts";
import {
  AudioJobProgress,
  DebateAudio,
  RegenerationAccepted,
} from "#shared/contract/debates/audio.ts";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { mapProviders, PROVIDER_DEFINITIONS } from "#shared/domain/provider.ts";
import type { WorkerContext } from "#worker/context.ts";
import { storeRecording } from "#worker/jobs/synthesize-speech/finish-recording.ts";
import { loadRecording } from "#worker/jobs/synthesize-speech/load-recording.ts";
import { requestNextTurn, fetchTurns } from "../helpers/api-client.ts";
import {
  insertFinishedTurns,
  createPaidDebate,
  startProxiedApi,
  type TestUser,
  type ProxiedApi,
} from "../api/test-api.ts";
import { measureFastest, testLogger, waitUntil } from "../harness.ts";
import { createMemoryLogger } from "../helpers/memory-logger.ts";
import { watchDebate } from "../helpers/debate-watcher.ts";
import { createLease } from "../helpers/create-lease.ts";
import { installIndexInsertBarrier } from "./index-insert-barrier.ts";
import {
  MP3_FRAME,
  findRecordingRow,
  setRecordingState,
  storeRecordings,
} from "./recording-fixtures.ts";
import { getAudioPath, fetchAudio } from "./audio-harness.ts";

/** No worker runs in this file. The tests write every change to a recording themselves. */
const log = createMemoryLogger();
let api: ProxiedApi;
let owner: TestUser;
let admin: TestUser;
beforeAll(async () => {
  api = await startProxiedApi({ TTS_BASE_URL: "http://127.0.0.1:1/v1" }, { logger: log.logger });
  [owner, admin] = await Promise.all([api.person(), api.person("admin")]);
});
afterAll(() => api.close());

let motions = 0;
const spoken = async (count: number): Promise<{ debate: Debate; turns: Turn[]; first: Turn }> => {
  const debate = await createPaidDebate(api, owner, { maxTurns: 10, topic: `Motion ${++motions}` });
  await insertFinishedTurns(api, debate, count);
  const turns = await fetchTurns(owner.client, debate.id);
  const [first] = turns;
  if (!first) throw new Error("no turn");
  return { debate, turns, first };
};
const ids = (turns: readonly Turn[]) => turns.map(({ id }) => id);
const setContent = ({ id }: Turn, content: string) =>
  api.sql("UPDATE turns SET content = $2 WHERE id = $1", [id, content]);
const actsOn = (kind: string, id: number) =>
  api.sql(
    `SELECT actor_id, act, subject_name, after FROM audit_log
      WHERE subject_kind = $1 AND subject_id = $2 ORDER BY id`,
    [kind, id],
  );

/**
 * Requests audio until the recording is queued, then disconnects. `holdBack` holds a later
 * statement meanwhile.
 */
const askAndLeave = async (
  { id }: Turn,
  holdBack?: () => Promise<{ reached: Promise<unknown>; release(): void }>,
): Promise<void> => {
  const asking = api.wire.hold(/INSERT INTO audio_cache/, { at: "answer" });
  const leaving = new AbortController();
  const { cookie } = owner.client;
  const listening = fetch(api.origin + getAudioPath(id), {
    headers: { cookie },
    signal: leaving.signal,
  });
  await asking.reached;
  leaving.abort();
  const next = await holdBack?.();
  asking.release();
  await next?.reached;
  next?.release();
  await expect(listening).rejects.toThrow("aborted");
};

describe("a listener to a turn", () => {
  const LOOK = /t\.status AS "turnStatus"/;

  it("stops waiting for the recording event once it is answered or has disconnected", async () => {
    const { first } = await spoken(1);
    await setRecordingState(api, first.id, {
      status: "failed",
      error: "No voice today.",
      silentFor: "-1 hour",
    });
    const news = subscribeToRecordingEvents(new EventEmitter() as unknown as ApiSocketServer);
    const waits: AbortSignal[] = [];
    const next: RecordingEvents["next"] = (turnId, ms, gone) => {
      waits.push(gone);
      return news.next(turnId, ms, gone);
    };
    const voices = mapProviders((id) => [...PROVIDER_DEFINITIONS[id].voices]);
    const context = {
      sql: { query: api.sql },
      coalescedSql: { query: api.sql },
      logger: log.logger,
      env: {
        voice: { model: "tts-1", voices, languages: new Map([["en", null]]) },
        spending: { perDay: null, perUserAndDay: null },
      },
      recordingEvents: { next },
    } as unknown as Context;
    const find = () => findTurnRecording(context, first.id);
    const answer = ensureRecording(context, await find(), find, () => new AbortController().signal);
    await expect(answer).rejects.toThrow("No voice today.");
    expect(waits.map(({ aborted }) => aborted)).toEqual([true]);
    await news.next(first.id, 130_000, AbortSignal.abort());
  });

  it("causes no error in the log when it disconnects before the recording is made", async () => {
    const { first } = await spoken(1);
    const isTheirs = ({ url }: Record<string, unknown>) => url === getAudioPath(first.id);
    await askAndLeave(first, async () => {
      const looking = api.wire.hold(LOOK, { at: "answer" });
      await waitUntil(() => log.lines.find(isTheirs));
      return looking;
    });
    const line = await waitUntil(() => log.lines.find(isTheirs));
    // An error of the aborted request would be in the log before this later request is answered.
    await api.visitor().get(`/api/debates/${first.id}`);
    const { requestId } = line;
    expect(log.lines.filter((each) => each["requestId"] === requestId)).toEqual([line]);
    expect(line["aborted"]).toBe(true);
  });

  it("shares one recording with a listener who requests it at the same moment", async () => {
    const { first } = await spoken(1);
    const bothAsk = await installIndexInsertBarrier(api.databaseUrl);
    const listening = [0, 1].map(() => fetchAudio(owner.client, getAudioPath(first.id)));
    await bothAsk();
    const bytes = await storeRecordings(api, [first.id]);
    const answers = await Promise.all(listening);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.every((answer) => answer.bytes.equals(bytes))).toBe(true);
  });

  it("restarts a recording that failed, with its failures reset", async () => {
    const { first } = await spoken(1);
    const hour = "1 hour";
    const failed = { status: "failed", failures: 5, error: "No voice." };
    await setRecordingState(api, first.id, { ...failed, silentFor: hour, due: hour });
    await askAndLeave(first);
    expect(await findRecordingRow(api, first.id)).toMatchObject({
      status: "pending",
      failures: 0,
      error: null,
      isDue: true,
    });
  });

  it.each([
    ["is pending", { status: "pending", failures: 3, silentFor: "1 hour", due: "1 hour" }],
    ["is running", { status: "running", failures: 3, silentFor: "1 hour", due: "1 hour" }],
    ["failed just before", { status: "failed", failures: 3, silentFor: "-1 hour", due: "1 hour" }],
  ])("does not change a recording that %s", async (_what, state) => {
    const { first } = await spoken(1);
    await setRecordingState(api, first.id, state);
    const before = await findRecordingRow(api, first.id);
    await askAndLeave(first);
    expect(await findRecordingRow(api, first.id)).toEqual(before);
  });

  it("gets the recording within 2.5 s of the worker's event", async () => {
    expect(await measureFastest(2500, heardInMs)).toBeLessThan(2500);
  });

  /** Milliseconds from the worker's event until a waiting listener has the recording. */
  const heardInMs = async (): Promise<number> => {
    const { debate, first } = await spoken(1);
    const watcher = await watchDebate(api.origin, debate.id);
    const asking = api.wire.hold(/INSERT INTO audio_cache/, { at: "answer" });
    const listening = fetchAudio(owner.client, getAudioPath(first.id));
    await asking.reached;
    const looking = api.wire.hold(LOOK, { at: "answer" });
    asking.release();
    await looking.reached;
    // Stores the recording after the listener's lookup missed it, and before the lookup is
    // answered.
    const bytes = await storeRecordings(api, [first.id]);
    const services = { databaseUrl: api.databaseUrl, redisUrl: undefined };
    const worker = await openBackend(services, testLogger);
    const io = createHeadlessServer(worker);
    const announce = createEventPublisher(io);
    const place = { debateId: debate.id, turnId: first.id, turnNumber: 1 };
    announce.audioReady(place, { status: "ready", durationMs: 360, version: 1 });
    announce.votesUpdated(debate.id);
    await waitUntil(() => watcher.named("votes:updated").length === 1);
    const saidAt = Date.now();
    looking.release();
    const answer = await listening;
    const tookMs = Date.now() - saidAt;
    expect(answer.bytes.equals(bytes)).toBe(true);
    watcher.close();
    await closeHeadlessServer(io);
    await worker.close();
    return tookMs;
  };

  it("gets the recording by polling its row while the queue is down", async () => {
    const { first } = await spoken(1);
    const adding = api.wire.hold(/\badd_job\(/, { at: "request" });
    adding.drop();
    const listening = fetchAudio(owner.client, getAudioPath(first.id));
    await adding.reached;
    const bytes = await storeRecordings(api, [first.id]);
    expect((await listening).bytes.equals(bytes)).toBe(true);
  });

  it("gets nothing of a debate that is made private while it waits for the recording", async () => {
    const { first } = await spoken(1);
    const asking = api.wire.hold(/INSERT INTO audio_cache/, { at: "answer" });
    const listening = api.visitor().get(getAudioPath(first.id));
    await asking.reached;
    await api.sql("UPDATE debates SET is_public = false WHERE id = $1", [first.debateId]);
    await storeRecordings(api, [first.id]);
    asking.release();
    expect((await listening).status).toBe(404);
  });

  it("gets the recording within seconds when the worker's event is lost", async () => {
    const { first } = await spoken(1);
    const asking = api.wire.hold(/INSERT INTO audio_cache/, { at: "answer" });
    const listening = fetchAudio(owner.client, getAudioPath(first.id));
    await asking.reached;
    const looking = api.wire.hold(LOOK, { at: "answer" });
    asking.release();
    await looking.reached;
    const bytes = await storeRecordings(api, [first.id]);
    const storedAt = Date.now();
    looking.release();
    expect((await listening).bytes.equals(bytes)).toBe(true);
    expect(Date.now() - storedAt).toBeLessThan(15_000);
  });
});

describe("an admin who regenerates a turn's recording", () => {
  const regenerate = ({ id }: Pick<Turn, "id">) => admin.client.get(`/api/admin-regen-audio/${id}`);

  it.each(["complete", "failed"])("restarts a recording that is %s", async (status) => {
    const { first } = await spoken(1);
    await storeRecordings(api, [first.id]);
    await setRecordingState(api, first.id, {
      status,
      failures: 5,
      error: "No voice.",
      due: "1 hour",
    });
    const accepted = (await regenerate(first)).as(RegenerationAccepted);
    const recording = await findRecordingRow(api, first.id);
    expect(recording).toMatchObject({
      status: "pending",
      failures: 0,
      error: null,
      version: 1,
      isDue: true,
    });
    expect(accepted).toEqual({ jobId: recording?.id, turnId: first.id });
  });

  it("queues behind their own earlier recordings, while a listener's recording comes first", async () => {
    const many = await Promise.all([spoken(3), spoken(2)]);
    const before = await api.sql(
      `SELECT FROM audio_cache WHERE asked_by = $1 AND status IN ('pending', 'running')`,
      [admin.user.id],
    );
    for (const { debate } of many)
      await admin.client.post(`/api/admin/debates/${debate.id}/audio`, { turns: "all" });
    const { first } = await spoken(1);
    await askAndLeave(first);
    const turnIds = [...many.flatMap(({ turns }) => ids(turns)), first.id];
    const rows = await api.sql<{ turnId: number; priority: number }>(
      `SELECT turn_id AS "turnId", priority FROM audio_cache WHERE turn_id = ANY($1)`,
      [turnIds],
    );
    const priorities = turnIds.map((id) => rows.find(({ turnId }) => turnId === id)?.priority);
    expect(priorities).toEqual([...[0, 1, 2, 3, 4].map((n) => n + before.length), 0]);
  });

  it("does not delay others' recordings, and neither does a user who saves debates", async () => {
    const saver = await api.person();
    const many = [await spoken(2), await spoken(2)];
    for (const { debate } of many) await saver.client.get(`/api/debates/${debate.id}/audio.mp3`);
    const rows = await api.sql<{ priority: number }>(
      `SELECT priority FROM audio_cache WHERE turn_id = ANY($1) ORDER BY turn_id`,
      [many.flatMap(({ turns }) => ids(turns))],
    );
    expect(rows.map(({ priority }) => priority)).toEqual([0, 1, 2, 3]);
  });

  it("queues behind open recordings only", async () => {
    const saver = await api.person();
    const [{ debate: made, turns: done }, later] = [await spoken(2), await spoken(1)];
    await saver.client.get(`/api/debates/${made.id}/audio.mp3`);
    await api.sql("UPDATE audio_cache SET status = 'failed' WHERE turn_id = ANY($1)", [ids(done)]);
    await saver.client.get(`/api/debates/${later.debate.id}/audio.mp3`);
    const rows = await api.sql("SELECT priority FROM audio_cache WHERE turn_id = $1", [
      later.first.id,
    ]);
    expect(rows).toEqual([{ priority: 0 }]);
  });

  it.each(["pending", "running"])("keeps a recording that is %s", async (status) => {
    const { first } = await spoken(1);
    await setRecordingState(api, first.id, { status, failures: 2, due: "1 hour" });
    const before = await findRecordingRow(api, first.id);
    const accepted = (await regenerate(first)).as(RegenerationAccepted);
    expect(accepted.jobId).toBe(before?.id);
    expect(await findRecordingRow(api, first.id)).toEqual(before);
  });

  it("gets an error for a turn that is empty, unfinished or unknown", async () => {
    const { first } = await spoken(1);
    await setContent(first, "**a**");
    expect((await regenerate(first)).error.message).toBe("Turn content is too short or empty");
    await setContent(first, "A speech");
    await api.sql("UPDATE turns SET status = 'streaming' WHERE id = $1", [first.id]);
    expect((await regenerate(first)).status).toBe(409);
    expect((await regenerate({ id: 2_147_483_647 })).status).toBe(404);
    expect(await findRecordingRow(api, first.id)).toBeUndefined();
    expect(await actsOn("turn", first.id)).toEqual([]);
  });

  it("is in the audit log, as is an admin who downloads a recording", async () => {
    const { debate, turns } = await spoken(2);
    const [, second] = turns;
    await storeRecordings(api, ids(turns));
    await admin.client.get(`/api/admin-audio-download?turnId=${second?.id}`);
    await regenerate({ id: second?.id ?? 0 });
    const entry = {
      actor_id: admin.user.id,
      subject_name: `Turn 2 of ${debate.topic}`,
      after: null,
    };
    expect(await actsOn("turn", second?.id ?? 0)).toEqual([
      { ...entry, act: "download_audio" },
      { ...entry, act: "regenerate_audio" },
    ]);
  });
});

describe("an admin who records a debate", () => {
  const voice = ({ id }: Pick<Debate, "id">, turns = "missing") =>
    admin.client.post(`/api/admin/debates/${id}/audio`, { turns });
  const jobOf = async (turn: Turn) => (await findRecordingRow(api, turn.id))?.jobId ?? null;

  it("gets the same job as an admin who starts one at the same time", async () => {
    const { debate, turns } = await spoken(2);
    const watcher = await watchDebate(api.origin, debate.id, admin.client.cookie);
    const answers = await api.overlap(
      () => voice(debate, "missing"),
      () => voice(debate, "all"),
    );
    const [job, same] = answers.map((answer) => answer.as(AudioJobProgress));
    expect(job).toMatchObject({ debateId: debate.id, turns: "missing", total: 2, done: 0 });
    expect(same).toEqual(job);
    expect(await Promise.all(turns.map(jobOf))).toEqual([job?.jobId, job?.jobId]);
    expect(await actsOn("debate", debate.id)).toEqual([
      {
        actor_id: admin.user.id,
        act: "regenerate_audio",
        subject_name: debate.topic,
        after: { turns: "missing", total: 2 },
      },
    ]);
    await waitUntil(() => watcher.named("audio-job:progress").length > 0);
    expect(watcher.named("audio-job:progress")).toEqual([job]);
    watcher.close();
  });

  it.each([
    ["missing", [false, true, true]],
    ["all", [true, true, true]],
  ] as const)(
    "records %s of the finished turns that have speakable text",
    async (order, expected) => {
      const { debate, turns } = await spoken(4);
      const [recorded, failed, missing, silent] = turns;
      if (!recorded || !failed || !missing || !silent) throw new Error("no turns");
      await storeRecordings(api, [recorded.id]);
      await setRecordingState(api, failed.id, { status: "failed" });
      await setContent(silent, "**a**");
      const open = await requestNextTurn(owner.client, debate.id);
      await setContent(open, "Not at its end yet");
      const elsewhere = (await spoken(1)).first;
      await setRecordingState(api, elsewhere.id, { status: "pending" });
      const job = (await voice(debate, order)).as(AudioJobProgress);
      expect(job.total).toBe(expected.filter(Boolean).length);
      expect(await Promise.all([recorded, failed, missing].map(jobOf))).toEqual(
        expected.map((isMade) => (isMade ? job.jobId : null)),
      );
      expect(await findRecordingRow(api, silent.id)).toBeUndefined();
      expect(await findRecordingRow(api, open.id)).toBeUndefined();
      expect(await jobOf(elsewhere)).toBeNull();
    },
  );

  type Act = () => Promise<unknown>;
  const endFirst = (press: Act, end: Act) => api.overlap(end, press);
  const endAfterwards = (press: Act, end: Act) => api.overlap(press, end);
  /** Calls `end` after `press` has queued the recordings and before it inserts the job. */
  const endBetween = async (press: Act, end: Act) => {
    const asking = api.wire.hold(/INSERT INTO audio_cache/, { at: "answer" });
    const pressing = press();
    await asking.reached;
    await api.overlap(end, () => {
      asking.release();
      return pressing;
    });
  };
  it.each([
    ["not counted if its worker ends it first", 0, endFirst],
    ["not counted if it ends before the job is inserted", 0, endBetween],
    ["counted if its worker ends it afterwards", 1, endAfterwards],
  ])("has a recording that ends meanwhile %s: the job is finished", async (_where, total, meet) => {
    const { debate, first } = await spoken(1);
    await setRecordingState(api, first.id, { status: "running" });
    const id = (await findRecordingRow(api, first.id))?.id ?? 0;
    const db = await createDataSource(api.wire.url).initialize();
    const announce = { audioReady: () => true, audioJobProgress: () => true };
    const worker = { db, logger: log.logger, announce } as unknown as WorkerContext;
    const lease = createLease({ job: "synthesize-speech", id });
    const order = { contentHash: `hash-${first.id}` } as RecordingSpec;
    const sound = { bytes: MP3_FRAME, durationMs: 36, sentences: [] };
    const recording = await loadRecording(db, id);
    const store = () => storeRecording(worker, lease, recording, order, sound);
    await meet(() => voice(debate), store);
    await db.destroy();
    const [job] = await api.sql(
      "SELECT total, done, failed, status FROM audio_jobs WHERE debate_id = $1",
      [debate.id],
    );
    expect(job).toEqual({ total, done: total, failed: 0, status: "finished" });
    expect(await jobOf(first)).toBeNull();
  });

  it("gets a new job, whatever jobs of other debates run and whatever this debate's last job was", async () => {
    const { debate, turns } = await spoken(1);
    const other = (await voice((await spoken(1)).debate)).as(AudioJobProgress);
    const first = (await voice(debate)).as(AudioJobProgress);
    expect(first.jobId).not.toBe(other.jobId);
    await storeRecordings(api, ids(turns));
    await api.sql("UPDATE audio_jobs SET done = total WHERE id = $1", [first.jobId]);
    const second = (await voice(debate, "all")).as(AudioJobProgress);
    expect(second).toMatchObject({ debateId: debate.id, total: 1, status: "running" });
    expect(second.jobId).not.toBe(first.jobId);
  });

  it("sees the state of each finished turn and the last job", async () => {
    const { debate, turns } = await spoken(2);
    await requestNextTurn(owner.client, debate.id);
    for (const order of ["missing", "all"]) {
      await voice(debate, order);
      await storeRecordings(api, ids(turns));
      await api.sql("UPDATE audio_jobs SET done = total WHERE debate_id = $1", [debate.id]);
    }
    await voice((await spoken(1)).debate);
    const stands = (await admin.client.get(`/api/admin/debates/${debate.id}/audio`)).as(
      DebateAudio,
    );
    expect(stands.turns.map(({ turnId, status, version }) => [turnId, status, version])).toEqual(
      ids(turns).map((id) => [id, "ready", 2]),
    );
    expect(stands.job).toMatchObject({ debateId: debate.id, turns: "all", status: "finished" });
  });

  it("gets 404 for an unknown debate", async () => {
    const nowhere = { id: 2_147_483_647 };
    expect((await voice(nowhere)).status).toBe(404);
    expect((await admin.client.get(`/api/admin/debates/${nowhere.id}/audio`)).status).toBe(404);
  });
});
