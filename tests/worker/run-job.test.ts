import type { DataSource } from "typeorm";
import { createDataSource } from "#infra/db/connection/data-source.ts";
import type { Sql } from "#infra/db/sql.ts";
import { withTransaction } from "#infra/db/transaction.ts";
import { finishJob, LeaseLostError } from "#infra/db/jobs/job-lease.ts";
import { createTracer } from "#infra/tracing/create-tracer.ts";
import { ReleasedOnShutdown, JobDeferredError, type JobTask } from "#worker/runtime/job-task.ts";
import { createInFlightJobs, createJobRunner, type InFlightJobs } from "#worker/runtime/run-job.ts";
import { buildProviderLimits, createProviderMonitor } from "#worker/runtime/provider-monitor.ts";
import { createTestDatabase, type TestDatabase, testLogger } from "../harness.ts";
import { type MemoryLogger, createMemoryLogger } from "../helpers/memory-logger.ts";
import { createLease } from "../helpers/create-lease.ts";

/** Runs one attempt at sending an email, without a queue and without other workers. */
describe("a job runner", () => {
  let database: TestDatabase;
  let db: DataSource;
  let id: number;
  let inFlight: InFlightJobs;
  let log: MemoryLogger;
  let enqueued: unknown[];
  beforeAll(async () => {
    database = await createTestDatabase();
    db = await createDataSource(database.url).initialize();
  });
  beforeEach(async () => {
    [{ id }] = await db.query<[{ id: number }]>(
      `INSERT INTO emails (kind) VALUES ('confirm_email') RETURNING id`,
    );
    [inFlight, log, enqueued] = [createInFlightJobs(), createMemoryLogger(), []];
  });
  afterAll(async () => {
    await db.destroy();
    await database.drop();
  });

  const end = async (lease: Parameters<typeof finishJob>[1]) => {
    await withTransaction(db, testLogger, (tx) =>
      finishJob(tx, lease, "complete", { set: "data = '{}'" }),
    );
  };

  const runWork = async (
    run: JobTask["run"],
    { mailId = id, sql = db }: { mailId?: number; sql?: Sql } = {},
  ) => {
    const { logger } = log;
    const enqueue = async (...job: unknown[]) => void enqueued.push(job);
    const runner = createJobRunner({
      tracing: await createTracer(null, "tests"),
      prices: {},
      limits: { perDay: null, perUserAndDay: null },
      announce: { debateUpdated: () => true } as never,
      sql,
      enqueue,
      logger,
      throttledLogger: logger,
      providers: createProviderMonitor({
        sql,
        enqueue,
        logger,
        providerLimits: buildProviderLimits(10, []),
      }),
      inFlight,
      heartbeatThread: { begin: () => undefined, end: () => undefined },
    });
    await runner.run({ job: "send-mail", id: mailId, run });
  };
  const row = async () => {
    const [found] = await db.query<[{ status: string; failures: number; dueMs: number }]>(
      `SELECT status, attempt, failures,
              round(extract(epoch FROM run_at - now()) * 1000)::int AS "dueMs"
         FROM emails WHERE id = $1`,
      [id],
    );
    return found;
  };
  const PENDING = { status: "pending", attempt: 1, failures: 0 };
  const RUNNING = { ...PENDING, status: "running" };

  it("releases a job that begins during shutdown, without running it", async () => {
    inFlight.releaseAll();
    const run = jest.fn();
    await runWork(run);
    expect(run).not.toHaveBeenCalled();
    expect(await row()).toMatchObject(PENDING);
    expect(enqueued).toEqual([["send-mail", { mailId: id }, { attempt: 1, delayMs: 0 }]]);
    expect(inFlight.list()).toEqual([]);
  });

  it("aborts running jobs at shutdown, and jobs that begin after it, with the same reason", () => {
    const [before, after] = [new AbortController(), new AbortController()];
    const lease = createLease({ job: "send-mail", id });
    inFlight.begin(before, lease);
    expect(before.signal.aborted).toBe(false);
    inFlight.releaseAll();
    inFlight.begin(after, lease);
    for (const { signal } of [before, after])
      expect(signal.reason).toBeInstanceOf(ReleasedOnShutdown);
  });

  it("does nothing for a job that has ended or that another worker holds", async () => {
    const run = jest.fn();
    await runWork(run, { mailId: id + 1000 });
    await runWork(async (lease) => {
      await runWork(run);
      await end(lease);
    });
    await runWork(run);
    expect(run).not.toHaveBeenCalled();
    expect(enqueued).toEqual([]);
    expect(await row()).toMatchObject({ status: "complete", attempt: 1 });
  });

  it("logs the completion of a job that used no model", async () => {
    await runWork(end);
    expect(log.lines.at(-1)).toMatchObject({ level: "info", msg: "job.completed", mailId: id });
  });

  it("writes nothing for a lost lease", async () => {
    await runWork(() => Promise.reject(new LeaseLostError()));
    expect(await row()).toMatchObject(RUNNING);
    expect(enqueued).toEqual([]);
    expect(log.lines.map(({ level }) => level)).not.toContain("warn");
  });

  it("schedules a postponed job for later, and counts no failure", async () => {
    await runWork(() => Promise.reject(new JobDeferredError(60_000)));
    const { dueMs, ...state } = await row();
    expect(state).toMatchObject(PENDING);
    expect(dueMs).toBeGreaterThan(50_000);
    expect(enqueued).toEqual([["send-mail", { mailId: id }, { attempt: 1, delayMs: 60_000 }]]);
  });

  it("counts the failure of a job that failed, and retries it", async () => {
    await runWork(() => Promise.reject(new Error("no connection")));
    expect(await row()).toMatchObject({ ...PENDING, failures: 1 });
    expect(enqueued).toHaveLength(1);
  });

  it("rejects when the database fails while a job is released", async () => {
    let isDown = false;
    const sql: Sql = {
      query: (...statement) =>
        isDown ? Promise.reject(new Error("the database is down")) : db.query(...statement),
    };
    const running = runWork(
      () => {
        isDown = true;
        return Promise.reject(new Error("no connection"));
      },
      { sql },
    );
    await expect(running).rejects.toThrow("the database is down");
    expect(inFlight.list()).toEqual([]);
  });
});
