import type { DataSource } from "typeorm";
import { mutateRows } from "#infra/db/sql.ts";
import type { ProgressColumns } from "#infra/realtime/event-publisher.ts";
import type { SpendingLimits } from "#shared/domain/billing/spending.ts";
import { reconcileOnce } from "#worker/runtime/reconciler/reconciler.ts";
import { testLogger } from "../harness.ts";
import { useTestDatabase } from "../helpers/use-test-database.ts";

let db: DataSource;
useTestDatabase(async (opened) => {
  db = opened;
  await db.query(`INSERT INTO users (username, email, password) VALUES ('ada', 'ada', '!')`);
  await db.query(
    `INSERT INTO debates (topic, user_id, verdict_status, verdict_attempt, verdict_run_at)
     VALUES ('Cats or dogs', 1, 'pending', 3, now() - interval '1 minute')`,
  );
});

/** Runs the reconciler once and returns the jobs it enqueued. Each enqueue waits for `adding`. */
const reconcile = async (
  adding: () => Promise<unknown> = async () => undefined,
  limits: SpendingLimits = { perDay: null, perUserAndDay: null },
  announced: ProgressColumns[] = [],
) => {
  const added: unknown[][] = [];
  const enqueue = async (...job: unknown[]) => {
    await adding();
    added.push(job);
  };
  await reconcileOnce({
    db,
    sql: db,
    enqueue,
    announce: { debateUpdated: (row) => void announced.push(row) },
    logger: testLogger,
    requestsInFlight: 5,
    limits,
  });
  return added;
};
/**
 * SQL for 300 debates of one user with ten recordings each. Every recording has a lower priority
 * than the one before.
 */
const RECORDINGS = `
  WITH held AS (
    INSERT INTO debates (topic, user_id) SELECT 'Debate ' || n, 1 FROM generate_series(1, 300) AS n
    RETURNING id),
  spoken AS (
    INSERT INTO turns (debate_id, turn_number, role, type, status, judging_status)
    SELECT id, n, CASE n % 2 WHEN 1 THEN 'bot_a' ELSE 'bot_b' END, 'rebuttal', 'complete', 'complete'
      FROM held CROSS JOIN generate_series(1, 10) AS n
    RETURNING id)
  INSERT INTO audio_cache (turn_id, provider, content_hash, asked_by, priority, run_at)
  SELECT id, 'openai', id, 1, row_number() OVER (ORDER BY id) - 1, now() - interval '1 hour'
    FROM spoken`;

const LOST = [["judge-debate", { debateId: 1 }, { attempt: 3, priority: 0 }]];

test("only one worker reconciles at a time, and the others skip their run", async () => {
  let meanwhile: unknown[][] | undefined;
  const first = await reconcile(async () => (meanwhile = await reconcile()));
  expect([first, meanwhile]).toEqual([LOST, []]);
  expect(await reconcile()).toEqual(LOST);
});

test("the reconciler enqueues a job that waits for a provider once a slot is free, without a notification", async () => {
  const [turn] = await mutateRows<{ turnId: number }>(
    db,
    `INSERT INTO turns (debate_id, turn_number, role, type, deferred_for)
     VALUES (1, 1, 'bot_a', 'opening', 'openai') RETURNING id AS "turnId"`,
    [],
  );
  const when = { attempt: 0, priority: 0 };
  expect(await reconcile()).toEqual([...LOST, ["generate-turn", turn, when]]);
  await db.query("DELETE FROM turns");
});

test("the reconciler pauses a debate whose worker died after deferring its turn at the spending limit", async () => {
  await db.query(
    `INSERT INTO turns (debate_id, turn_number, role, type, deferred_for)
     VALUES (1, 1, 'bot_a', 'opening', 'site_limit')`,
  );
  await db.query("UPDATE debates SET auto_play_by = 1 WHERE id = 1");
  const announced: ProgressColumns[] = [];
  const atLimit = { perDay: 0, perUserAndDay: null };
  await reconcile(undefined, atLimit, announced);
  await reconcile(undefined, atLimit, announced);
  const paused = { id: 1, spendingPause: "site_limit", autoPlay: { on: false, by: null } };
  expect(announced).toMatchObject([paused]);
  await reconcile(undefined, undefined, announced);
  expect(announced).toMatchObject([paused, { id: 1, spendingPause: null }]);
  await db.query("DELETE FROM turns");
});

test("a job of a user at the spending limit waits, and continues once today's budget allows it", async () => {
  const [turn] = await mutateRows<{ turnId: number }>(
    db,
    `INSERT INTO turns (debate_id, turn_number, role, type, deferred_for)
     VALUES (1, 1, 'bot_a', 'opening', 'user_limit') RETURNING id AS "turnId"`,
    [],
  );
  const limits = { perDay: null, perUserAndDay: 1 };
  await db.query(
    `INSERT INTO daily_spending (user_id, day, shard, price)
     SELECT 1, (now() AT TIME ZONE 'utc')::date - n, 0, 1000000 FROM generate_series(0, 1) AS n`,
  );
  const announced: ProgressColumns[] = [];
  const paused = { id: 1, spendingPause: "user_limit", autoPlay: { on: false, by: null } };
  expect(await reconcile(undefined, limits, announced)).toEqual(LOST);
  expect(announced).toMatchObject([paused]);
  await db.query("UPDATE debates SET auto_play_by = 1 WHERE id = 1");
  await reconcile(undefined, limits, announced);
  expect(announced).toMatchObject([paused, paused]);
  await db.query("DELETE FROM daily_spending WHERE day = (now() AT TIME ZONE 'utc')::date");
  expect(await reconcile(undefined, { perDay: null, perUserAndDay: 0 }, announced)).toEqual(LOST);
  const when = { attempt: 0, priority: 0 };
  expect(await reconcile(undefined, limits, announced)).toContainEqual([
    "generate-turn",
    turn,
    when,
  ]);
  expect(announced).toMatchObject([paused, paused, { id: 1, spendingPause: null }]);
  await reconcile(undefined, { perDay: 0, perUserAndDay: null }, announced);
  expect(announced).toHaveLength(3);
  await db.query("DELETE FROM turns");
});

test("the reconciler finds a new user's recording first among 3,000 recordings of another user", async () => {
  await db.query(RECORDINGS);
  const [newcomer] = await mutateRows<{ recordingId: number }>(
    db,
    `UPDATE audio_cache SET asked_by = NULL, priority = 0, run_at = now() - interval '2 seconds'
      WHERE id = (SELECT max(id) FROM audio_cache) RETURNING id AS "recordingId"`,
    [],
  );
  const recordings = (await reconcile()).filter(([job]) => job === "synthesize-speech");
  const when = { attempt: 0, priority: 0 };
  expect(recordings).toHaveLength(500);
  expect(recordings.slice(0, 2)).toContainEqual(["synthesize-speech", newcomer, when]);
});
