import { hostname } from "node:os";
import { Operations } from "#shared/contract/admin/operations.ts";
import { JOB_NAMES, type JobName } from "#shared/contract/jobs.ts";
import { waitUntil } from "../harness.ts";
import { type EmailHarness, startEmailHarness } from "../email/email-harness.ts";
import { watchDebate } from "../helpers/debate-watcher.ts";
import { insertFinishedTurns, createPaidDebate, type TestUser } from "./test-api.ts";
import { insertUsage } from "../helpers/insert-usage.ts";

let harness: EmailHarness;
let admin: TestUser;
let owner: TestUser;
beforeAll(async () => {
  // The lists of this page cover all users, so the database must contain no other users
  // (bystanders).
  harness = await startEmailHarness({ DAILY_SPEND_LIMIT: "5" }, { isEmpty: true });
  admin = await harness.api.person("admin");
  owner = await harness.api.person();
  await harness.settled();
});
afterAll(() => harness.close());

const sql = (statement: string, ...values: unknown[]) => harness.api.sql(statement, values);
const getOperations = async () => (await admin.client.get("/api/admin/operations")).as(Operations);
const kindOf = async (job: JobName) =>
  (await getOperations()).kinds.find((kind) => kind.job === job);
const failureOf = async (job: JobName) =>
  (await getOperations()).failures.find((failure) => failure.job === job);
const spoken = async (isPublic = true) => {
  const debate = await createPaidDebate(harness.api, owner, {
    topic: "Whether cats",
    maxTurns: 2,
    isPublic,
  });
  await insertFinishedTurns(harness.api, debate, 2);
  await sql("UPDATE debates SET verdict_status = 'failed' WHERE id = $1", debate.id);
  return debate;
};
const judge = (id: number) => admin.client.post(`/api/admin/debates/${id}/verdict`);

describe("running work", () => {
  it("is shown with its start time and worker until it ends", async () => {
    const { id } = await spoken();
    harness.standins.faults.add({ kind: "judge", effect: "stall" });
    await judge(id);
    const seen = await waitUntil(async () => {
      const [running] = (await getOperations()).running;
      return running?.worker ? running : null;
    });
    expect(seen).toEqual({
      job: "judge-debate",
      id,
      debate: { id, topic: "Whether cats", language: "en" },
      turn: null,
      since: expect.any(String),
      worker: expect.any(String),
    });
    const { workers, providers, kinds } = await getOperations();
    expect(workers).toEqual([
      {
        instance: seen.worker,
        host: hostname(),
        pid: process.pid,
        queues: ["mail", "judging"],
        underWay: 1,
        isSilent: false,
        seenAt: expect.any(String),
        adaptations: [],
      },
    ]);
    expect(providers.map(({ inFlight }) => inFlight).filter((count) => count > 0)).toEqual([1]);
    expect(kinds.find(({ job }) => job === "judge-debate")).toMatchObject({ running: 1 });
    await sql("DELETE FROM debates WHERE id = $1", id);
    await waitUntil(async () => (await getOperations()).running.length === 0, {
      what: "the end of it",
    });
  });

  it("is shown without a worker whose heartbeat stopped", async () => {
    const [debate] = [await spoken()];
    await sql(
      `UPDATE debates SET verdict_status = 'running', verdict_attempt = 7,
              verdict_heartbeat_at = now() + interval '1 hour' WHERE id = $1`,
      debate.id,
    );
    const work = [
      { job: "judge-debate", id: debate.id, attempt: 7, since: "2026-01-01T00:00:00Z" },
    ];
    const addFailure = (ago: string) =>
      sql(
        `INSERT INTO workers VALUES (gen_random_uuid(), 'gone', 'far', 1, '{judging}', $1, now() - $2::interval)`,
        JSON.stringify(work),
        ago,
      );
    await addFailure("11 seconds");
    const isSilent = async () =>
      (await getOperations()).workers.find(({ instance }) => instance === "gone")?.isSilent;
    expect([await isSilent(), (await getOperations()).running[0]?.worker]).toEqual([true, null]);
    await sql("DELETE FROM workers WHERE instance = 'gone'");
    await addFailure("-1 minute");
    expect([await isSilent(), (await getOperations()).running[0]?.worker]).toEqual([false, "gone"]);
    await sql("DELETE FROM workers WHERE instance = 'gone'");
    await sql("DELETE FROM debates WHERE id = $1", debate.id);
  });
});

it("waiting work is counted by kind, with the age of the oldest that is due", async () => {
  const debate = await createPaidDebate(harness.api, owner, { maxTurns: 2 });
  const due = "2026-01-01T00:00:00.000Z";
  await sql(
    `INSERT INTO turns (debate_id, turn_number, role, type, status, run_at)
     VALUES ($1, 1, 'bot_a', 'opening', 'pending', $2)`,
    debate.id,
    due,
  );
  expect(await kindOf("generate-turn")).toEqual({
    job: "generate-turn",
    running: 0,
    waiting: 1,
    awaiting: 0,
    oldestAt: due,
  });
  await sql("UPDATE turns SET run_at = now() + interval '1 hour' WHERE debate_id = $1", debate.id);
  expect(await kindOf("generate-turn")).toMatchObject({ waiting: 0, oldestAt: null });
  await sql("DELETE FROM debates WHERE id = $1", debate.id);
  expect((await getOperations()).kinds.map(({ job }) => job)).toEqual(JOB_NAMES);
});

it("each provider is shown with its availability, last error and today's cost", async () => {
  await sql(`UPDATE provider_health SET failures = 5, last_error = 'overloaded',
                    last_error_detail = '503 text/html', last_error_at = now(),
                    open_until = now() + interval '1 hour' WHERE provider = 'grok'`);
  await sql(
    "UPDATE provider_health SET failures = 6, open_until = now() WHERE provider = 'claude'",
  );
  for (const daysAgo of [0, 1]) await insertUsage(harness.api.sql, { price: 1.5e6, daysAgo });
  const spentToday = async (): Promise<number> => {
    const [row] = await harness.api.sql<{ price: number }>(
      "SELECT sum(price)::float8 AS price FROM usage WHERE day = (now() AT TIME ZONE 'utc')::date",
    );
    return row?.price ?? 0;
  };
  const before = await spentToday();
  const { providers, spending } = await getOperations();
  await sql("UPDATE provider_health SET failures = 0, open_until = NULL");
  const of = (name: string) => providers.find(({ provider }) => provider === name);
  expect(of("grok")).toMatchObject({
    state: "left_alone",
    until: expect.any(String),
    failures: 5,
    lastError: { code: "overloaded", detail: "503 text/html", at: expect.any(String) },
  });
  expect(of("claude")).toMatchObject({ state: "tried_out", until: null });
  expect(of("openai")).toMatchObject({ state: "answering", failures: 0 });
  // Usage of an earlier test may be booked meanwhile.
  expect(spending).toEqual({ price: expect.any(Number), perDay: 5 });
  expect(spending?.price).toBeGreaterThanOrEqual(before);
  expect(spending?.price).toBeLessThanOrEqual(await spentToday());
});

describe("work that failed for good", () => {
  it("is listed once under its kind, and nothing else is listed", async () => {
    const { id } = await spoken();
    await sql("UPDATE debates SET verdict_status = 'complete' WHERE id = $1", id);
    const [turn] = await harness.api.sql<{ id: number }>(
      `UPDATE turns SET judging_status = 'failed' WHERE debate_id = $1 AND turn_number = 1
       RETURNING id`,
      [id],
    );
    const [recording] = await harness.api.sql<{ id: number }>(
      `INSERT INTO audio_cache (turn_id, provider, content_hash, status)
       VALUES ($1, 'openai', 'of failures', 'failed') RETURNING id`,
      [turn?.id],
    );
    await sql(
      `INSERT INTO job_failures (job, job_id, code, message)
       VALUES ('judge-turn', $1, 'a', 'b'), ('judge-debate', $2, 'a', 'b'),
              ('synthesize-speech', $3, 'a', 'b')`,
      turn?.id,
      id,
      recording?.id,
    );
    const failures = (await getOperations()).failures.filter(({ code }) => code === "a");
    expect(failures.map(({ job, id: workId, turn: about }) => [job, workId, about?.id])).toEqual(
      expect.arrayContaining([
        ["judge-turn", turn?.id, turn?.id],
        ["synthesize-speech", recording?.id, turn?.id],
      ]),
    );
    expect(failures).toHaveLength(2);
    await sql("DELETE FROM debates WHERE id = $1", id);
    await sql("DELETE FROM job_failures WHERE code = 'a'");
  });

  it("is not confused with other kinds of the same id or with earlier failures", async () => {
    const { id } = await spoken();
    const turns = await harness.api.sql<{ id: number }>(
      `UPDATE turns SET judging_status = 'failed' WHERE debate_id = $1 RETURNING id`,
      [id],
    );
    await sql(
      `INSERT INTO job_failures (job, job_id, code, message)
       VALUES ('judge-turn', $1, 'a', 'b'), ('send-mail', $1, 'a', 'of a mail that is gone')`,
      turns[0]?.id,
    );
    const failures = (await getOperations()).failures.filter(({ code }) => code === "a");
    expect(failures.map(({ job, id: workId }) => [job, workId])).toEqual([
      ["judge-turn", turns[0]?.id],
    ]);
    await sql("DELETE FROM debates WHERE id = $1", id);
    await sql("DELETE FROM job_failures WHERE code = 'a'");
  });

  it("excludes recordings of failed turns, and a recording can be retried unless its turn is being written", async () => {
    const [debate, other] = [await spoken(), await spoken()];
    await sql(
      "UPDATE turns SET status = 'streaming' WHERE debate_id = $1 AND turn_number = 2",
      debate.id,
    );
    await sql(
      "UPDATE turns SET status = 'failed' WHERE debate_id = $1 AND turn_number = 2",
      other.id,
    );
    await sql(
      `WITH recording AS (
         INSERT INTO audio_cache (turn_id, provider, content_hash, status, heartbeat_at)
         SELECT id, 'openai', id::text, 'failed',
                CASE status WHEN 'failed' THEN '-infinity' ELSE now() END
           FROM turns WHERE debate_id IN ($1, $2)
         RETURNING id)
       INSERT INTO job_failures (job, job_id, code, message)
       SELECT 'synthesize-speech', id, 'a', 'b' FROM recording`,
      debate.id,
      other.id,
    );
    const failures = (await getOperations()).failures.filter(({ code }) => code === "a");
    await sql("DELETE FROM debates WHERE id IN ($1, $2)", debate.id, other.id);
    await sql("DELETE FROM job_failures WHERE code = 'a'");
    const stand = failures.map((failure) => [
      failure.debate?.id,
      failure.turn?.turnNumber,
      failure.retry,
    ]);
    expect(new Set(stand)).toEqual(
      new Set([
        [debate.id, 1, "recording"],
        [debate.id, 2, null],
        [other.id, 1, "recording"],
      ]),
    );
  });

  it("has the reason, and a failed verdict can be retried", async () => {
    const { id } = await spoken();
    harness.standins.faults.add({ kind: "judge", effect: "not-json", times: 2 });
    await judge(id);
    const failure = await waitUntil(() => failureOf("judge-debate"), { what: "the failure" });
    expect(failure).toMatchObject({
      id,
      debate: { id },
      code: "unusable",
      message: "The judge wrote no usable verdict, or no judge is available.",
      retry: "verdict",
    });
    expect((await judge(id)).status).toBe(202);
    // The failure disappears when the retry begins. The next test's fault must not hit the retry.
    const isComplete = () =>
      sql("SELECT FROM debates WHERE id = $1 AND verdict_status = 'complete'", id);
    await waitUntil(async () => (await isComplete()).length > 0, { what: "the verdict" });
    expect(await failureOf("judge-debate")).toBeUndefined();
  });

  it("has the provider's error, and is removed with its debate", async () => {
    const { id } = await spoken();
    harness.standins.faults.add({ kind: "judge", effect: "status", status: 401 });
    await judge(id);
    const failure = await waitUntil(() => failureOf("judge-debate"), { what: "the failure" });
    expect(failure).toMatchObject({ id, code: "misconfigured", retry: "verdict" });
    expect(failure.message).toContain("is not set up correctly");
    await sql("DELETE FROM debates WHERE id = $1", id);
    expect(await failureOf("judge-debate")).toBeUndefined();
  });

  it("includes an email that can be retried only after it failed, which is audited", async () => {
    await harness.settled();
    harness.standins.mail.faults.add({ at: "data", status: 550 });
    const { user, client } = await harness.api.person();
    const failure = await waitUntil(() => failureOf("send-mail"), { what: "the refusal" });
    expect(failure).toMatchObject({
      debate: null,
      code: "refused",
      message: "The mail server rejected the email.",
      retry: "mail",
    });
    const path = `/api/admin/mails/${failure.id}/retry`;
    expect((await client.post(path)).status).toBe(403);
    expect((await admin.client.post(path)).status).toBe(204);
    await harness.mailTo(user.email, /^Verify/);
    await harness.settled();
    expect(await failureOf("send-mail")).toBeUndefined();
    expect((await admin.client.post(path)).status).toBe(409);
    expect((await admin.client.post("/api/admin/mails/2000000000/retry")).status).toBe(404);
    expect(await sql("SELECT subject_id AS id FROM audit_log WHERE act = 'retry_mail'")).toEqual([
      { id: user.id },
    ]);
  });

  it("includes a judging that can be retried until the scores are final", async () => {
    const before = await createPaidDebate(harness.api, owner);
    const { id } = await createPaidDebate(harness.api, owner, { maxTurns: 4 });
    await insertFinishedTurns(harness.api, { id }, 1);
    const [turn] = await harness.api.sql<{ id: number }>(
      "SELECT id FROM turns WHERE debate_id = $1",
      [id],
    );
    const turnId = turn?.id;
    const path = `/api/admin/turns/${turnId}/judging`;
    expect((await admin.client.post(path)).status).toBe(409);
    await sql(
      "UPDATE turns SET judging_status = 'failed', judging_attempt = 24 WHERE id = $1",
      turnId,
    );
    await sql(
      "INSERT INTO job_failures (job, job_id, code, message) VALUES ('judge-turn', $1, 'a', 'b')",
      turnId,
    );
    expect(await failureOf("judge-turn")).toMatchObject({ id: turnId, retry: "judging" });
    expect((await owner.client.post(path)).status).toBe(403);

    await sql("UPDATE debates SET verdict_status = 'complete' WHERE id = $1", id);
    expect(await failureOf("judge-turn")).toMatchObject({ id: turnId, retry: null });
    expect((await admin.client.post(path)).error.message).toContain("are final");
    await sql("UPDATE debates SET verdict_status = 'none' WHERE id = $1", id);

    await sql("UPDATE debates SET verdict_status = 'complete' WHERE id = $1", before.id);
    const submit = async () => expect((await admin.client.post(path)).status).toBe(204);
    const settle = () => sql("UPDATE debates SET verdict_status = 'complete' WHERE id = $1", id);
    expect(await harness.api.overtakes(submit, settle)).toBe(false);
    expect((await admin.client.post(path)).status).toBe(409);
    await waitUntil(
      async () =>
        (await sql("SELECT FROM turns WHERE id = $1 AND judging_status = 'complete'", turnId))
          .length,
      { what: "the judging" },
    );
    expect(await failureOf("judge-turn")).toBeUndefined();
    expect(await sql("SELECT subject_id AS id FROM audit_log WHERE act = 'retry_judging'")).toEqual(
      [{ id: turnId }],
    );
  });

  it("includes a data export that can be retried whatever its attempts, for its user only", async () => {
    const [{ user }, other] = [await harness.api.person(), await harness.api.person()];
    await sql("INSERT INTO exports (user_id, status) VALUES ($1, 'failed')", other.user.id);
    const [made] = await harness.api.sql<{ id: number }>(
      `WITH failed AS (
         INSERT INTO exports (user_id, status, attempt, expires_at)
         VALUES ($1, 'failed', 24, now() + interval '1 hour') RETURNING id)
       INSERT INTO job_failures (job, job_id, code, message)
       SELECT 'export-data', id, 'a', 'b' FROM failed RETURNING job_id AS id`,
      [user.id],
    );
    const path = `/api/admin/exports/${made?.id}/retry`;
    expect(await failureOf("export-data")).toMatchObject({ id: made?.id, retry: "export" });
    expect((await owner.client.post(path)).status).toBe(403);
    expect((await admin.client.post(path)).status).toBe(204);
    await waitUntil(
      async () =>
        (await sql("SELECT FROM exports WHERE id = $1 AND status = 'complete'", made?.id)).length,
      { what: "the export" },
    );
    expect(await failureOf("export-data")).toBeUndefined();
    expect((await admin.client.post(path)).status).toBe(409);
    expect((await admin.client.post("/api/admin/exports/1000000/retry")).status).toBe(404);
    expect(await sql("SELECT subject_id AS id FROM audit_log WHERE act = 'retry_export'")).toEqual([
      { id: user.id },
    ]);
    expect(await sql("SELECT status FROM exports WHERE user_id = $1", other.user.id)).toEqual([
      { status: "failed" },
    ]);
  });

  it.each([
    ["waits to be sent", "pending", "a@b.co"],
    ["has no known address", "failed", null],
  ])("allows no retry of an email that %s", async (_what, status, email) => {
    const [mail] = await harness.api.sql<{ id: number }>(
      `INSERT INTO emails (kind, user_id, email, status, run_at)
       VALUES ('confirm_email', $1, $2, $3, now() + interval '1 hour') RETURNING id`,
      [owner.user.id, email, status],
    );
    const answer = await admin.client.post(`/api/admin/mails/${mail?.id}/retry`);
    await sql("DELETE FROM emails WHERE id = $1", mail?.id);
    expect([answer.status, answer.error.message]).toEqual([
      409,
      "This email cannot be sent again.",
    ]);
  });

  const failTurn = async (
    code: string,
    { isPublic = true, refunded = false, requests = 1 } = {},
  ) => {
    const debate = await createPaidDebate(harness.api, owner, { maxTurns: 2, isPublic });
    await sql("UPDATE debates SET refunded = $2 WHERE id = $1", debate.id, refunded);
    await sql(
      `WITH failed AS (
         INSERT INTO turns (debate_id, turn_number, role, type, status, requests)
         VALUES ($1, 1, 'bot_a', 'opening', 'failed', $3) RETURNING id)
       INSERT INTO job_failures (job, job_id, code, message)
       SELECT 'generate-turn', id, $2, 'It said so.' FROM failed`,
      debate.id,
      code,
      requests,
    );
    const failure = (await getOperations()).failures.find(
      (failure) => failure.debate?.id === debate.id,
    );
    await sql("DELETE FROM debates WHERE id = $1", debate.id);
    return failure;
  };
  it.each([
    ["can be retried by an admin", "overloaded", {}, "turn"],
    ["was refused by its model", "refused", {}, null],
    ["has used all its requests", "overloaded", { requests: 15 }, null],
    ["was refunded, so that its owner has to pay first", "overloaded", { refunded: true }, null],
    ["is private, so that admins cannot request it", "overloaded", { isPublic: false }, null],
  ])("has the possible retry of a turn that %s", async (_what, code, more, retry) => {
    const failure = await failTurn(code, more);
    expect(failure).toMatchObject({ code, message: "It said so.", turn: { turnNumber: 1 }, retry });
  });

  it("is limited to the latest twenty, newest first", async () => {
    await sql(
      `WITH asked AS (
         INSERT INTO emails (kind, status) SELECT 'confirm_email', 'failed' FROM generate_series(1, 22)
         RETURNING id)
       INSERT INTO job_failures
       SELECT 'send-mail', id, 'failed', 'So.', now() + id * interval '1 second' FROM asked`,
    );
    const { failures } = await getOperations();
    expect(failures).toHaveLength(20);
    const ids = failures.map((failure) => failure.id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    await sql("DELETE FROM emails WHERE user_id IS NULL");
  });
});

it("admins receive updates periodically, and nobody else does", async () => {
  const watchers = await Promise.all(
    [admin.client.cookie, owner.client.cookie, ""].map((cookie) =>
      watchDebate(harness.api.origin, 1, cookie),
    ),
  );
  const countEvents = () => watchers.map((watcher) => watcher.named("operations:updated").length);
  await waitUntil(() => (countEvents()[0] ?? 0) > 1, { what: "the second word" });
  expect(countEvents().slice(1)).toEqual([0, 0]);
  Operations.strict().parse(watchers[0]?.named("operations:updated")[0]);
  for (const watcher of watchers) watcher.close();
});
