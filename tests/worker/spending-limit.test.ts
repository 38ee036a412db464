import { IsNull, Not } from "typeorm";
import { DebateEntity } from "#infra/db/entities/debate.ts";
import { withAfterCommit } from "#infra/db/transaction.ts";
import { enqueueModeration } from "#infra/services/debates/enqueue-moderation.ts";
import { enqueueAnnouncements } from "#infra/services/audio/enqueue-announcements.ts";
import type { SpendingLimit } from "#shared/domain/billing/spending.ts";
import type { RunningWorker } from "#worker/start-worker.ts";
import { describeBackends, testLogger, waitUntil } from "../harness.ts";
import { oneRecordingVoice } from "../helpers/fast-fake-voice.ts";
import { overspending } from "../overspending.ts";
import { WorkerHarness } from "./worker-harness.ts";
import { insertUsage } from "../helpers/insert-usage.ts";

/** A limit above the cost of everything in this file, in millionths of a dollar. */
const HIGH_LIMIT = 1_000_000_000;
const FAST_MODELS = { firstTokenMs: 0, tokensPerSecond: 10_000 };
/**
 * Number of jobs per queue that run at the same time. When the limit is reached, each of them may
 * still finish.
 */
const AT_ONCE = new Map([
  ["turns", 2],
  ["judging", 1],
  ["speech", 1],
] as const);

describeBackends("a daily spending limit", (backend) => {
  let harness: WorkerHarness;
  let worker: RunningWorker | undefined;
  beforeAll(async () => {
    // On an empty database, no other user has spent anything.
    harness = await WorkerHarness.openEmpty(backend(), FAST_MODELS, oneRecordingVoice());
  });
  afterAll(() => harness.close());
  afterEach(async () => {
    await worker?.close();
    worker = undefined;
    harness.fakes.faults.clear();
    harness.fakes.requests.clear();
    await harness.db.query("DELETE FROM debates");
    await harness.db.query("DELETE FROM audio_cache");
    await harness.db.query("DELETE FROM usage");
  });

  /**
   * Starts a worker. Limits are in millionths of a dollar. The concurrency of each queue is its
   * number in `AT_ONCE` multiplied by `times`.
   */
  const startWorker = async (
    perDay: number | null,
    perUser: number | null = null,
    { times = 1, variables = {} }: { times?: number; variables?: Record<string, string> } = {},
  ) => {
    await worker?.close();
    const dollars = (price: number | null) => (price === null ? "" : String(price / 1e6));
    worker = await harness.startWorker({
      env: backend().env({
        ...harness.variables,
        TTS_BASE_URL: harness.fakes.ttsBaseUrl,
        TTS_API_KEY: "stand-in",
        SPEAK_AHEAD: "always",
        ...variables,
        DAILY_SPEND_LIMIT: dollars(perDay),
        DAILY_SPEND_LIMIT_PER_USER: dollars(perUser),
      }),
      concurrency: new Map([...AT_ONCE].map(([queue, count]) => [queue, count * times])),
    });
  };
  const selectOne = async <Row extends object>(statement: string, values: unknown[] = []) =>
    (await harness.db.query<Row[]>(statement, values))[0] as Row;
  const spent = async () =>
    (
      await selectOne<{ price: number }>(
        `SELECT coalesce(sum(price), 0)::float8 AS price FROM usage
            WHERE day = (now() AT TIME ZONE 'utc')::date`,
      )
    ).price;
  const spend = (userId: number | null, price = HIGH_LIMIT) =>
    insertUsage((...statement) => harness.db.query(...statement), { userId, price });
  const isPaused = async ({ id }: Pick<DebateEntity, "id">, limit: string | null) =>
    (await harness.debate(id)).spendingPause === limit;
  const paused = (debate: Pick<DebateEntity, "id">, limit: string | null) =>
    waitUntil(() => isPaused(debate, limit), { what: `debate ${debate.id} as paused by ${limit}` });
  /**
   * Waits until all open jobs wait for the limit. With `isPlaying`, they may also wait for
   * Auto-Play.
   */
  const waitForStandstill = ({ isPlaying = false } = {}) =>
    waitUntil(
      async () => {
        const { open } = await selectOne<{ open: string }>(
          `
          SELECT (SELECT count(*) FROM turns WHERE status = 'streaming'
                     OR (status = 'pending' AND deferred_for IS NULL) OR judging_status = 'running'
                     OR (judging_status = 'pending' AND judging_deferred_for IS NULL))
               + (SELECT count(*) FROM debates WHERE verdict_status = 'running'
                     OR (verdict_status = 'pending' AND verdict_deferred_for IS NULL)
                     OR (auto_play_status IN ('pending', 'running') AND NOT $1::boolean))
               + (SELECT count(*) FROM audio_cache WHERE status = 'running'
                     OR (status = 'pending' AND deferred_for IS NULL)) AS open`,
          [isPlaying],
        );
        return Number(open) === 0;
      },
      { what: "a standstill" },
    );
  /** Inserts a debate with one finished turn that has neither a score nor a recording. */
  const written = async (content: string) => {
    const debate = await harness.makeDebate();
    const { id } = await selectOne<{ id: number }>(
      `INSERT INTO turns (debate_id, turn_number, role, type, status, content)
         VALUES ($1, 1, 'bot_a', 'opening', 'complete', $2) RETURNING id`,
      [debate.id, content],
    );
    return { debate, id };
  };

  it("stops 25 debates with Auto-Play, which continue the next day", async () => {
    const limit = 20_000;
    const expectLimitKept = async () => {
      expect(await spent()).toBeGreaterThanOrEqual(limit);
      expect(await harness.db.query(overspending(limit, AT_ONCE, "day"))).toEqual([]);
    };
    const debates: DebateEntity[] = [];
    while (debates.length < 25) debates.push(await harness.makeDebate());
    await startWorker(limit);
    for (const debate of debates) await harness.enableAutoPlay(debate);
    await waitUntil(async () => (await spent()) >= limit, { what: "the limit" });
    await waitForStandstill({ isPlaying: true });
    // Requests all next turns now. Auto-Play would request them only 3 s after the turn before was
    // done.
    const playing = await harness.db
      .getRepository(DebateEntity)
      .findBy({ autoPlayStatus: "pending", autoPlayBy: Not(IsNull()) });
    for (const debate of playing) await harness.enableAutoPlay(debate);
    for (const debate of debates) await paused(debate, "site_limit");
    await waitForStandstill();
    await expectLimitKept();
    const { sums } = await selectOne<{ sums: number }>(
      `SELECT sum(price)::float8 AS sums FROM daily_spending WHERE user_id = 0`,
    );
    expect(sums).toBe(await spent());
    for (const { id } of debates)
      expect(await harness.debate(id)).toMatchObject({ autoPlayBy: null, refunded: false });
    const turns = await harness.db.query<{ status: string; failures: number }[]>(
      `SELECT DISTINCT status, failures FROM turns WHERE status <> 'complete'`,
    );
    expect(turns).toEqual([{ status: "pending", failures: 0 }]);

    // Starts the next day, which has the same limit.
    await harness.db.query("UPDATE usage SET day = day - 1");
    await waitUntil(async () => (await spent()) >= limit, { what: "the second day's spending" });
    await waitForStandstill();
    await expectLimitKept();

    // Without a limit all debates continue. Eight of them are enough to show that no job stays
    // open.
    const kept = debates.slice(0, 8);
    await harness.db.query("DELETE FROM debates WHERE id <> ALL($1)", [kept.map(({ id }) => id)]);
    await startWorker(null, null, { times: 5 });
    for (const debate of kept) await paused(debate, null);
    await waitForStandstill();
    const { left } = await selectOne<{ left: string }>(`
        SELECT (SELECT count(*) FROM turns
                 WHERE status <> 'complete' OR judging_status <> 'complete')
             + (SELECT count(*) FROM audio_cache WHERE status <> 'complete') AS left`);
    expect(Number(left)).toBe(0);
  });

  it("of one user stops only that user's debates, and watchers get an event", async () => {
    await startWorker(null, HIGH_LIMIT);
    const [poor, other] = [await harness.makeDebate(), await harness.makeDebate()];
    await spend(poor.userId);
    const events = await harness.watch(poor);
    await harness.enableAutoPlay(poor);
    await harness.turnIn(await harness.requestTurn(other), { status: "complete" });
    await paused(poor, "user_limit");
    const told = await waitUntil(() => events.find(({ name }) => name === "debate:updated"));
    expect(told.event).toMatchObject({
      spendingPause: "user_limit",
      autoPlay: { on: false, by: null },
    });
    expect(await harness.db.query("SELECT FROM turns WHERE debate_id = $1", [poor.id])).toEqual([]);
    events.length = 0;
    const turnId = await harness.requestTurn(poor);
    await harness.turnIn(turnId, { status: "pending", deferredFor: "user_limit", attempt: 0 });
    expect(
      await harness.db.query("SELECT FROM provider_slots WHERE job_id = $1", [turnId]),
    ).toEqual([]);
    await harness.db.query("DELETE FROM usage WHERE user_id = $1", [poor.userId]);
    await harness.turnIn(turnId, { status: "complete", failures: 0 });
    await paused(poor, null);
    await waitUntil(() =>
      events.some(
        ({ name, event }) =>
          name === "debate:updated" && (event as Partial<DebateEntity>).spendingPause === null,
      ),
    );
  });

  it("is checked again before a failed attempt is retried", async () => {
    await startWorker(HIGH_LIMIT);
    const debate = await harness.makeDebate();
    harness.faultIn(debate, { kind: "turn", effect: "status", status: 503, retryAfter: 1 });
    const turnId = await harness.requestTurn(debate);
    await harness.turnIn(turnId, { status: "pending", failures: 1 });
    await spend(null);
    await harness.turnIn(turnId, { status: "pending", deferredFor: "site_limit" });
    expect(harness.fakes.requests.all({ kind: "turn" })).toHaveLength(1);
    await harness.db.query("DELETE FROM usage");
    // A new worker looks at once for jobs that have budget now.
    await startWorker(HIGH_LIMIT);
    await harness.turnIn(turnId, { status: "complete" });
  });

  it.each<[SpendingLimit, [number | null, number | null]]>([
    ["site_limit", [1000, null]],
    ["user_limit", [null, 1000]],
  ])(
    "is checked between the requests of a judging, as %s, without failing it",
    async (limit, limits) => {
      const { debate, id } = await written("Streets were made for people.");
      await startWorker(...limits);
      harness.faultIn(debate, { kind: "judge", effect: "not-json" });
      await harness.db.query(
        `UPDATE turns SET judging_status = 'pending', judging_run_at = now() WHERE id = $1`,
        [id],
      );
      await harness.enqueue("judge-turn", { turnId: id }, { attempt: 0 });
      await harness.turnIn(id, { judgingStatus: "pending", judgingDeferredFor: limit });
      expect(harness.fakes.requests.all({ kind: "judge" })).toHaveLength(1);
      expect(await spent()).toBeGreaterThan(1000);
      await paused(debate, limit);
      await harness.db.query("UPDATE usage SET day = day - 1");
      await startWorker(null);
      const judged = await harness.turnIn(id, { judgingStatus: "complete" });
      expect(judged.score).not.toBeNull();
    },
  );

  it("is checked before each spoken sentence, and finished sentences are kept", async () => {
    const sentences = Array.from({ length: 8 }, (_, n) => `Sentence number ${n} is this one.`);
    const { debate, id } = await written(sentences.join(" "));
    await startWorker(400);
    const { recordingId } = await selectOne<{ recordingId: number }>(
      `INSERT INTO audio_cache (turn_id, provider, content_hash)
         VALUES ($1, 'openai', 'any') RETURNING id AS "recordingId"`,
      [id],
    );
    await harness.enqueue("synthesize-speech", { recordingId }, { attempt: 0 });
    const recording = (status: string, deferredFor: string | null) =>
      waitUntil(async () => {
        const row = await selectOne<{
          status: string;
          deferred_for: string | null;
          error: unknown;
        }>("SELECT status, deferred_for, error FROM audio_cache WHERE id = $1", [recordingId]);
        return row.status === status && row.deferred_for === deferredFor;
      });
    await recording("pending", "site_limit");
    const asked = () => harness.fakes.requests.all({ kind: "speech" }).length;
    // At most three requests were sent, because three may run at the same time.
    expect(asked()).toBeLessThanOrEqual(3);
    await paused(debate, "site_limit");
    await harness.db.query("DELETE FROM usage");
    await startWorker(HIGH_LIMIT);
    await recording("complete", null);
    expect(asked()).toBe(sentences.length);
  });

  it("of a user defers the ruling about a turn of the user's debate", async () => {
    const { debate, id } = await written("Streets were made for people.");
    await spend(debate.userId);
    await startWorker(null, HIGH_LIMIT);
    const { recordingId } = await selectOne<{ recordingId: number }>(
      `WITH judged AS (UPDATE turns SET ruling = 'Well argued.', judge = 'claude' WHERE id = $1)
       INSERT INTO audio_cache (ruling_turn_id, provider, content_hash)
       VALUES ($1, 'claude', 'any') RETURNING id AS "recordingId"`,
      [id],
    );
    await harness.enqueue("synthesize-speech", { recordingId }, { attempt: 0 });
    const find = () =>
      selectOne<{ status: string; deferredFor: string | null }>(
        `SELECT status, deferred_for AS "deferredFor" FROM audio_cache WHERE id = $1`,
        [recordingId],
      );
    await waitUntil(async () => (await find()).deferredFor === "user_limit");
    expect(harness.fakes.requests.all({ kind: "speech" })).toEqual([]);
    await harness.db.query("DELETE FROM usage");
    await startWorker(null, HIGH_LIMIT);
    await waitUntil(async () => (await find()).status === "complete");
    expect(harness.fakes.requests.all({ kind: "speech" })).toHaveLength(1);
  });

  describe("with moderation", () => {
    const PAID_MODEL = "a-paid-model";
    const moderation = (MODERATION_MODEL: string) => ({
      variables: {
        MODERATION_BASE_URL: harness.fakes.moderationBaseUrl,
        MODERATION_MODEL,
        PRICES: JSON.stringify({ [PAID_MODEL]: { input: 1000 } }),
      },
    });
    const checks = () =>
      harness.db.query<{ status: string; deferredFor: string | null; failures: number }[]>(
        `SELECT status, deferred_for AS "deferredFor", failures FROM moderations ORDER BY id`,
      );
    const checked = (...expected: object[]) =>
      waitUntil(async () => {
        const rows = await checks();
        return expected.every((want, n) =>
          Object.entries(want).every(([key, value]) => Reflect.get(rows[n] ?? {}, key) === value),
        );
      });
    const asked = () => harness.fakes.requests.all({ kind: "moderation" }).length;
    const COMPLETE = { status: "complete", deferredFor: null };
    const WAITS = { status: "pending", deferredFor: "site_limit" };

    it("neither stops nor counts free checks", async () => {
      await spend(null);
      await startWorker(HIGH_LIMIT, null, moderation("omni-moderation-latest"));
      await harness.moderateTopic(await harness.makeDebate());
      await checked(COMPLETE);
      expect(await spent()).toBe(HIGH_LIMIT);
    });

    it("counts paid checks, and a topic waits for the budget", async () => {
      await startWorker(1, null, moderation(PAID_MODEL));
      const [first, second] = [await harness.makeDebate(), await harness.makeDebate()];
      await harness.moderateTopic(first);
      await checked(COMPLETE);
      const { kind, provider, price } =
        await selectOne<Record<string, unknown>>("SELECT * FROM usage");
      const tokens = Math.ceil(first.topic.length / 4);
      expect([kind, provider, price]).toEqual(["moderate", "moderation", tokens * 1000]);
      await harness.moderateTopic(second);
      await checked(COMPLETE, WAITS);
      await paused(second, "site_limit");
      expect(asked()).toBe(1);
      await harness.db.query("DELETE FROM usage");
      await checked(COMPLETE, COMPLETE);
      await paused(second, null);
    });

    it("allows one paid check of a finished turn, and no retry", async () => {
      await spend(null);
      await startWorker(HIGH_LIMIT, null, moderation(PAID_MODEL));
      harness.fakes.faults.add({ kind: "moderation", effect: "status", status: 503 });
      const { debate, id } = await written("Streets were made for people.");
      await withAfterCommit(testLogger, (after) =>
        enqueueModeration(harness.db, after, harness.enqueue, debate.id, id),
      );
      await checked({ ...WAITS, failures: 1 });
      expect(asked()).toBe(1);
    });
  });

  it("defers announcements, verdicts and speech until it is raised", async () => {
    await spend(null);
    await startWorker(HIGH_LIMIT);
    const { debate } = await written("Streets were made for people.");
    await harness.db.query(
      `UPDATE debates SET status = 'completed', verdict_status = 'pending', verdict_run_at = now(),
                scores = '{"botA": 5, "botB": 5, "reasoning": null}' WHERE id = $1`,
      [debate.id],
    );
    await harness.enqueue("judge-debate", { debateId: debate.id }, { attempt: 0 });
    const env = backend().env({
      ...harness.variables,
      TTS_BASE_URL: harness.fakes.ttsBaseUrl,
      TTS_API_KEY: "stand-in",
    });
    if (!env.voice) throw new Error("there is no voice");
    const { enqueue } = harness;
    await enqueueAnnouncements({ sql: harness.db, enqueue, logger: testLogger }, env.voice, "en");
    const waiting = () =>
      selectOne<{ verdict: string | null; notices: string }>(
        `SELECT (SELECT verdict_deferred_for FROM debates WHERE id = $1) AS verdict,
                  (SELECT count(*) FROM audio_cache
                    WHERE notice IS NOT NULL AND deferred_for IS DISTINCT FROM 'site_limit') AS notices`,
        [debate.id],
      );
    await waitUntil(async () => {
      const { verdict, notices } = await waiting();
      return verdict === "site_limit" && notices === "0";
    });
    expect(harness.fakes.requests.all()).toEqual([]);
    await startWorker(HIGH_LIMIT * 2);
    await waitUntil(async () => (await harness.debate(debate.id)).verdictStatus === "complete");
    await waitForStandstill();
    expect(await harness.db.query("SELECT FROM audio_cache WHERE status <> 'complete'")).toEqual(
      [],
    );
  });
});
