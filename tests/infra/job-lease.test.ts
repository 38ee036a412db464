import type { DataSource } from "typeorm";
import type { Sql } from "#infra/db/sql.ts";
import { withTransaction } from "#infra/db/transaction.ts";
import { claimJob } from "#infra/db/jobs/claim-job.ts";
import { countJobs } from "#infra/db/jobs/count-jobs.ts";
import {
  renewLease,
  renewLeasesSql,
  renewTurnLeases,
  finishJob,
  type JobLease,
  findOrphanedJobs,
  LeaseLostError,
  releaseJob,
  scheduleNextRun,
} from "#infra/db/jobs/job-lease.ts";
import { recordLostUsage, type ModelUsage } from "#infra/db/providers/usage.ts";
import { JOBS, type JobName } from "#shared/contract/jobs.ts";
import { testLogger } from "../harness.ts";
import { completesWithoutLockWait, waitForLockWait } from "../helpers/lock-waits.ts";
import { createLease } from "../helpers/create-lease.ts";
import { useTestDatabase } from "../helpers/use-test-database.ts";

/** Returns the field `requestsLeft` of a lease. Only turns have a limit of requests. */
const withRequestsLeft = (job: JobName, requestsLeft: number) =>
  job === "generate-turn" ? { requestsLeft } : {};

const ID = expect.any(Number) as number;
/** Ids of debate and turn that each job's lease contains, because its payload does not. */
const SUBJECT_IDS = {
  "generate-turn": { debateId: ID },
  "judge-turn": { debateId: ID },
  "judge-debate": {},
  moderate: { debateId: ID, turnId: ID },
  "synthesize-speech": { debateId: ID, turnId: ID },
  "send-mail": {},
  "export-data": {},
  "auto-play": {},
  cleanup: {},
  "rank-models": {},
  "check-model": {},
  "repeat-verdict": { debateId: ID },
  "judge-in-panel": { debateId: ID },
  "audit-judge": {},
} as const satisfies Record<JobName, object>;

/**
 * Tables and columns of each job's state. Repeated here, so that the test does not depend on the
 * code.
 */
const STATE = {
  "generate-turn": { table: "turns", prefix: "", running: "streaming" },
  "judge-turn": { table: "turns", prefix: "judging_", running: "running" },
  "judge-debate": { table: "debates", prefix: "verdict_", running: "running" },
  moderate: { table: "moderations", prefix: "", running: "running" },
  "synthesize-speech": { table: "audio_cache", prefix: "", running: "running" },
  "send-mail": { table: "emails", prefix: "", running: "running" },
  "export-data": { table: "exports", prefix: "", running: "running" },
  "auto-play": { table: "debates", prefix: "auto_play_", running: "running" },
  cleanup: { table: "cleanups", prefix: "", running: "running" },
  "rank-models": { table: "leaderboards", prefix: "", running: "running" },
  "check-model": { table: "model_checks", prefix: "", running: "running" },
  "repeat-verdict": { table: "verdict_repeats", prefix: "", running: "running" },
  "judge-in-panel": { table: "panel_votes", prefix: "", running: "running" },
  "audit-judge": { table: "judge_audit_runs", prefix: "", running: "running" },
} as const satisfies Record<JobName, object>;

/** Jobs that need a slot of a provider. */
const JOBS_WITH_PROVIDER_SLOT: ReadonlySet<JobName> = new Set<JobName>([
  "generate-turn",
  "judge-turn",
  "judge-debate",
  "repeat-verdict",
  "judge-in-panel",
  "audit-judge",
]);
const WITHOUT_DEBATE: ReadonlySet<JobName> = new Set<JobName>([
  "send-mail",
  "export-data",
  "cleanup",
  "rank-models",
  "check-model",
  "audit-judge",
]);

describe.each(Object.keys(JOBS) as JobName[])("the job %s", (job) => {
  const { table, prefix: p, running } = STATE[job];
  let db: DataSource;
  useTestDatabase(async (opened) => {
    db = opened;
    await db.query(
      `INSERT INTO users (username, email, password) VALUES ('a', 'a@b.example', '!')`,
    );
    // Some tests need more jobs than there are judges.
    await db.query(`ALTER TABLE judge_audit_runs DROP CONSTRAINT judge_audit_runs_one_per_judge`);
  });
  beforeEach(async () => {
    await db.query(`DELETE FROM debates`);
    await db.query(`DELETE FROM emails`);
    await db.query(`DELETE FROM cleanups`);
    await db.query(`DELETE FROM leaderboards`);
    await db.query(`DELETE FROM model_checks`);
    await db.query(`DELETE FROM judge_audit_runs`);
    await db.query(`DELETE FROM users WHERE username <> 'a'`);
  });

  /** Inserts a row whose job has been due for the given seconds, and returns its id. */
  const insertDueJob = async (seconds = 0): Promise<number> => {
    const add = async (sql: string, ...values: unknown[]): Promise<number> => {
      const [row] = await db.query<{ id: number }[]>(`${sql} RETURNING id`, values);
      return row?.id ?? 0;
    };
    const debate = await add(
      `INSERT INTO debates (topic, user_id) SELECT 'Tea or coffee', id FROM users WHERE username = 'a'`,
    );
    const turn = await add(
      `INSERT INTO turns (debate_id, turn_number, role, type, status)
       VALUES ($1, 1, 'bot_a', 'opening', 'complete')`,
      debate,
    );
    const recording = await add(
      `INSERT INTO audio_cache (turn_id, provider, content_hash, status)
       VALUES ($1, 'openai', gen_random_uuid(), 'failed')`,
      turn,
    );
    const moderation = await add(
      `INSERT INTO moderations (debate_id, turn_id, status) VALUES ($1, $2, 'complete')`,
      debate,
      turn,
    );
    const mail = await add(`INSERT INTO emails (kind) VALUES ('confirm_email')`);
    /** Each user can have only one export, so each export needs a new user. */
    const newExport = async () => {
      const user = await add(
        `INSERT INTO users (username, email, password) SELECT name, name, '!'
           FROM (SELECT gen_random_uuid()::text AS name) AS made`,
      );
      return add(`INSERT INTO exports (user_id) VALUES ($1)`, user);
    };
    const rows = {
      turns: turn,
      debates: debate,
      audio_cache: recording,
      moderations: moderation,
      emails: mail,
      exports: table === "exports" ? await newExport() : 0,
      cleanups: await add(`INSERT INTO cleanups DEFAULT VALUES`),
      leaderboards: await add(`INSERT INTO leaderboards DEFAULT VALUES`),
      model_checks: await add(`INSERT INTO model_checks (service) VALUES (gen_random_uuid())`),
      verdict_repeats: await add(
        `INSERT INTO verdict_repeats (debate_id, judge) VALUES ($1, 'openai')`,
        debate,
      ),
      panel_votes:
        table === "panel_votes"
          ? await add(
              `INSERT INTO panel_votes (debate_id, judge, seat) VALUES ($1, 'openai', 1)`,
              debate,
            )
          : 0,
      judge_audit_runs: await add(`INSERT INTO judge_audit_runs (judge) VALUES ('openai')`),
    };
    const id = rows[table];
    await db.query(
      `UPDATE ${table} SET ${p}status = 'pending', ${p}run_at = now() - $2 * interval '1 second'
        WHERE id = $1`,
      [id, seconds],
    );
    return id;
  };
  const rowOf = async (id: number) => {
    const [row] = await db.query<Record<string, unknown>[]>(
      `SELECT ${p}status AS status, ${p}attempt AS attempt, ${p}failures AS failures,
              extract(epoch FROM ${p}run_at - now())::float AS due FROM ${table} WHERE id = $1`,
      [id],
    );
    return row;
  };
  const ageHeartbeat = (id: number, seconds: number, sql: Sql = db) =>
    sql.query(
      `UPDATE ${table} SET ${p}heartbeat_at = now() - $2 * interval '1 second' WHERE id = $1`,
      [id, seconds],
    );
  const claim = async (id: number): Promise<JobLease> => {
    const lease = await claimJob(db, job, id);
    if (!lease || "deferredFor" in lease) throw new Error("there was nothing to take");
    return lease;
  };
  const end = (lease: JobLease, status: "complete" | "failed" = "complete") =>
    withTransaction(db, testLogger, (tx) =>
      finishJob(tx, lease, status, { set: `${p}failures = $1`, values: [3] }),
    );
  /**
   * The provider slot that the job takes. The test configures no judge, so a job that judges takes
   * a slot only if its row names the judge.
   */
  const slot =
    job === "generate-turn" ||
    table === "verdict_repeats" ||
    table === "panel_votes" ||
    table === "judge_audit_runs"
      ? { provider: "openai", isProbe: false, hasRecentFailures: false }
      : null;
  /** All writes that need a lease. */
  const WRITES = {
    renew: (lease: JobLease) => renewLease(db, lease),
    "keep what it has": (lease: JobLease) =>
      renewLease(db, lease, { set: `${p}failures = $1`, values: [9] }),
    "give it back": (lease: JobLease) => releaseJob(db, lease, { delayMs: 0, failed: true }),
    "schedule its next run": (lease: JobLease) => scheduleNextRun(db, lease, 0),
    "end it": (lease: JobLease) => end(lease),
  };

  it("loads columns of its row in the state after the claim", async () => {
    const preload = `(SELECT w.${p}status || ' ' || w.${p}attempt)`;
    const lease = await claimJob(db, job, await insertDueJob(), { preload });
    expect(lease).toMatchObject({ loaded: `${running} 1` });
  });

  it("is claimed by one worker at a time", async () => {
    const id = await insertDueJob();
    expect(await claimJob(db, job, id)).toEqual({
      job,
      id,
      attempt: 1,
      failures: 0,
      slot,
      isTakenOver: false,
      waitedMs: expect.any(Number) as number,
      subject: SUBJECT_IDS[job],
      ...withRequestsLeft(job, 14),
    });
    expect(await rowOf(id)).toMatchObject({ status: running, attempt: 1 });
    expect(await claimJob(db, job, id)).toBeNull();
  });

  it("is claimed by one of two concurrent claims", async () => {
    const id = await insertDueJob();
    const otherConnection = db.createQueryRunner();
    await otherConnection.startTransaction();
    expect(await claimJob(otherConnection, job, id)).toMatchObject({ attempt: 1 });
    const second = claimJob(db, job, id);
    await waitForLockWait(db);
    await otherConnection.commitTransaction();
    await otherConnection.release();
    expect(await second).toBeNull();
    expect(await rowOf(id)).toMatchObject({ attempt: 1 });
  });

  it("is counted: due rows with the age of the oldest, and running rows", async () => {
    const ids = [
      await insertDueJob(9),
      await insertDueJob(5),
      await insertDueJob(3),
      await insertDueJob(-60),
    ];
    await claim(ids[0] ?? 0);
    const counted = (await countJobs(db)).find((counts) => counts.job === job);
    const oldestAt = expect.any(Date) as Date;
    const oldest = expect.any(Number) as number;
    expect(counted).toEqual({ job, waiting: 2, deferred: 0, running: 1, oldestAt, oldest });
    expect(counted?.oldest).toBeGreaterThan(4.9);
    expect(counted?.oldest).toBeLessThan(8);
    await db.query(`DELETE FROM ${table} WHERE id = ANY ($1)`, [ids.slice(1, 3)]);
    const later = (await countJobs(db)).find((counts) => counts.job === job);
    expect(later).toMatchObject({ waiting: 0, oldestAt: null, oldest: 0 });
  });

  if (JOBS_WITH_PROVIDER_SLOT.has(job))
    it("is counted separately while it waits for its provider", async () => {
      const [, second] = [await insertDueJob(), await insertDueJob()];
      await db.query(`UPDATE ${table} SET ${p}deferred_for = 'openai' WHERE id = $1`, [second]);
      const counted = (await countJobs(db)).find((counts) => counts.job === job);
      expect(counted).toMatchObject({ waiting: 1, deferred: 1, running: 0 });
    });

  /**
   * Renews five leases at once, of which only `held` should be renewed. The row of `locked` is
   * locked by another connection, and the other three leases have ended. `hasWaited` is true if the
   * renewal waited for that lock. `alive` contains the ids of all jobs with a recent heartbeat.
   */
  const renewMany = async (renew: (ids: number[], attempts: number[]) => Promise<unknown>) => {
    const [held, locked, released] = [
      await insertDueJob(),
      await insertDueJob(),
      await insertDueJob(),
    ];
    await claim(held);
    await claim(locked);
    await releaseJob(db, await claim(released), { delayMs: 0, failed: false });
    const [other, finished, takenOver] = [
      await insertDueJob(),
      await insertDueJob(),
      await insertDueJob(),
    ];
    await claim(other);
    await end(await claim(finished));
    await claim(takenOver);
    await ageHeartbeat(takenOver, 60);
    await claim(takenOver);
    for (const id of [held, locked, released, other, finished, takenOver])
      await ageHeartbeat(id, 10);
    const otherConnection = db.createQueryRunner();
    await otherConnection.startTransaction();
    await otherConnection.query(`SELECT FROM ${table} WHERE id = $1 FOR NO KEY UPDATE`, [locked]);
    const keeping = renew([held, locked, released, finished, takenOver], [1, 1, 0, 1, 1]);
    const hasWaited = !(await completesWithoutLockWait(db, keeping));
    const alive = await db.query<{ id: number }[]>(
      `SELECT id FROM ${table} WHERE ${p}heartbeat_at > now() - interval '5 seconds'`,
    );
    await otherConnection.rollbackTransaction();
    await otherConnection.release();
    await keeping;
    return { held, hasWaited, alive: alive.map(({ id }) => id) };
  };

  it("renews only held leases of many, without waiting for a locked row", async () => {
    const { held, ...found } = await renewMany((...many) => db.query(renewLeasesSql(job), many));
    expect(found).toEqual({ hasWaited: false, alive: [held] });
  });

  const ofTexts = () =>
    it("saves the texts of many turns in the same way and returns the saved ones", async () => {
      let kept: JobLease[] = [];
      const { held, ...found } = await renewMany(async (ids, attempts) => {
        const lease = (n: number) =>
          createLease({ job, id: ids[n] ?? 0, attempt: attempts[n] ?? 0 });
        kept = await renewTurnLeases(
          db,
          ids.map((_id, n) => ({ lease: lease(n), text: "Said." })),
        );
      });
      expect(found).toEqual({ hasWaited: false, alive: [held] });
      expect(kept.map(({ id }) => id)).toEqual([held]);
    });
  if (job === "generate-turn") ofTexts();

  it("reports how long it was due before its claim", async () => {
    const { waitedMs } = await claim(await insertDueJob(3));
    expect(waitedMs).toBeGreaterThan(2900);
    expect(waitedMs).toBeLessThan(60_000);
  });

  it("is taken over after its worker was silent for more than 2.2 s", async () => {
    const id = await insertDueJob();
    await claim(id);
    // Runs in a transaction, in which now() is constant.
    await db.transaction(async (tx) => {
      await ageHeartbeat(id, 2.1, tx);
      expect(await claimJob(tx, job, id)).toBeNull();
    });
    await ageHeartbeat(id, 2.3);
    expect(await claimJob(db, job, id)).toMatchObject({ attempt: 2, isTakenOver: true });
  });

  it("starts its next run without failures after the given time", async () => {
    const id = await insertDueJob();
    await releaseJob(db, await claim(id), { delayMs: 0, failed: true });
    await scheduleNextRun(db, await claim(id), 60_000);
    const row = await rowOf(id);
    expect(row).toMatchObject({ status: "pending", attempt: 2, failures: 0 });
    expect(row?.["due"]).toBeGreaterThan(50);
    expect(row?.["due"]).toBeLessThanOrEqual(60);
  });

  it.each(["complete", "failed"] as const)("is not claimed once it is %s", async (status) => {
    const id = await insertDueJob();
    await end(await claim(id), status);
    await ageHeartbeat(id, 10);
    expect(await claimJob(db, job, id)).toBeNull();
    expect(await rowOf(id)).toMatchObject({ status, attempt: 1, failures: 3 });
  });

  it("changes only its own row", async () => {
    const [id, other] = [await insertDueJob(), await insertDueJob()];
    const before = await rowOf(other);
    const lease = await claim(id);
    for (const write of Object.values(WRITES).slice(0, 2)) await write(lease);
    await end(lease);
    expect(await rowOf(other)).toMatchObject({ ...before, due: expect.any(Number) as number });
  });

  it("stays with a worker that renews its lease", async () => {
    const id = await insertDueJob();
    const lease = await claim(id);
    await ageHeartbeat(id, 10);
    await renewLease(db, lease);
    expect(await claimJob(db, job, id)).toBeNull();
  });

  it.each([
    [true, 1],
    [false, 0],
  ])("is released for later, counted as a failure: %s", async (failed, failures) => {
    const id = await insertDueJob();
    await releaseJob(db, await claim(id), { delayMs: 60_000, failed });
    const row = await rowOf(id);
    expect(row).toMatchObject({ status: "pending", attempt: 1, failures });
    expect(row?.["due"]).toBeGreaterThan(50);
    const waitedMs = expect.any(Number) as number;
    const again = {
      job,
      id,
      attempt: 2,
      failures,
      slot,
      subject: SUBJECT_IDS[job],
      ...withRequestsLeft(job, 13),
    };
    expect(await claim(id)).toEqual({ ...again, isTakenOver: false, waitedMs });
  });

  it("gets all its attempts again after progress", async () => {
    const id = await insertDueJob();
    const release = { delayMs: 0, failed: false, resetsAttempts: true };
    expect(await releaseJob(db, await claim(id), release)).toBe(25);
    expect((await claim(id)).attempt).toBe(26);
  });

  const USAGE: ModelUsage = {
    provider: "grok",
    model: "grok-4.3",
    requests: 3,
    inputTokens: 10,
    outputTokens: 20,
    characters: 0,
    isEstimated: true,
    price: 5,
  };
  /**
   * Returns the usage rows that belong to a debate. For a turn, also returns its number of
   * requests.
   */
  const readUsage = async (id: number) => {
    const rows = await db.query<object[]>(
      `SELECT kind, provider, model, requests, input_tokens AS "inputTokens",
              output_tokens AS "outputTokens", characters, is_estimated AS "isEstimated", price,
              (SELECT username FROM users WHERE id = user_id) AS owner, debate_id > 0 AS "isOfDebate"
         FROM usage WHERE debate_id IS NOT NULL`,
    );
    const requests = job === "generate-turn" ? "requests" : "NULL::int AS requests";
    const [counted] = await db.query<{ requests: number | null }[]>(
      `SELECT ${requests} FROM ${table} WHERE id = $1`,
      [id],
    );
    return { rows, requests: counted?.requests };
  };
  const ofTurns = (requests: number) => (job === "generate-turn" ? requests : null);

  const ofDebates = () => {
    it.each(["give it back", "end it"] as const)(
      "records its usage on this write: %s",
      async (write) => {
        await insertDueJob();
        const id = await insertDueJob();
        const lease = await claim(id);
        await WRITES[write]({ ...lease, meter: { usage: USAGE } });
        expect(await readUsage(id)).toEqual({
          rows: [{ kind: job, ...USAGE, owner: "a", isOfDebate: true }],
          requests: ofTurns(3),
        });
      },
    );

    it("records no usage when it sent no request", async () => {
      const id = await insertDueJob();
      await WRITES["give it back"]({ ...(await claim(id)), meter: { usage: null } });
      expect(await readUsage(id)).toEqual({ rows: [], requests: ofTurns(0) });
    });

    it("does not record usage with a lost lease, except as lost usage", async () => {
      const id = await insertDueJob();
      const old = await claim(id);
      await ageHeartbeat(id, 10);
      await claim(id);
      const givenBack = WRITES["give it back"]({ ...old, meter: { usage: USAGE } });
      await expect(givenBack).rejects.toBeInstanceOf(LeaseLostError);
      expect(await readUsage(id)).toEqual({ rows: [], requests: ofTurns(2) });
      await recordLostUsage(db, old, USAGE);
      expect(await readUsage(id)).toMatchObject({ rows: [{ kind: job, owner: "a" }] });
    });

    it("records lost usage before its debate is deleted, which then removes the reference", async () => {
      const lease = await claim(await insertDueJob());
      const otherConnection = db.createQueryRunner();
      await otherConnection.startTransaction();
      await recordLostUsage(otherConnection, lease, USAGE);
      const deleting = db.query(`DELETE FROM debates`);
      expect(await completesWithoutLockWait(db, deleting)).toBe(false);
      await otherConnection.commitTransaction();
      await otherConnection.release();
      await deleting;
      const [named] = await db.query<object[]>(`SELECT FROM usage WHERE debate_id IS NOT NULL`);
      expect(named).toBeUndefined();
    });
  };
  // Jobs without a debate use no model.
  if (!WITHOUT_DEBATE.has(job)) ofDebates();

  it.each(Object.entries(WRITES))(
    "rejects this write of a lost lease: %s",
    async (_what, write) => {
      const id = await insertDueJob();
      const old = await claim(id);
      await ageHeartbeat(id, 10);
      await claim(id);
      const before = await rowOf(id);
      await expect(write(old)).rejects.toBeInstanceOf(LeaseLostError);
      expect(await rowOf(id)).toMatchObject({ ...before, due: expect.any(Number) as number });
    },
  );

  it.each(Object.entries(WRITES))(
    "rejects this write of a released lease: %s",
    async (_what, write) => {
      const id = await insertDueJob();
      const ended = await claim(id);
      await releaseJob(db, ended, { delayMs: 0, failed: false });
      await expect(write(ended)).rejects.toBeInstanceOf(LeaseLostError);
      expect(await rowOf(id)).toMatchObject({ status: "pending", failures: 0 });
    },
  );

  it("is orphaned when it is due for a second or its worker is silent", async () => {
    const waitingLong = await insertDueJob(2);
    const waitingShort = await insertDueJob();
    const silent = await insertDueJob(60);
    const underWay = await insertDueJob(60);
    const finished = await insertDueJob(60);
    await claim(silent);
    await ageHeartbeat(silent, 2.3);
    await claim(underWay);
    await end(await claim(finished));
    await ageHeartbeat(finished, 60);
    // These jobs store their priority in the row, and keep it.
    const keepsPriority = ["generate-turn", "judge-turn", "synthesize-speech"].includes(job);
    if (keepsPriority) await db.query(`UPDATE ${table} SET priority = 3 WHERE id = $1`, [silent]);
    const first = { id: silent, attempt: 1, priority: keepsPriority ? 3 : 0 };
    // Runs in a transaction, in which now() is constant.
    await db.transaction(async (tx) => {
      await ageHeartbeat(underWay, 2.1, tx);
      const wait = `UPDATE ${table} SET ${p}run_at = now() - interval '0.9 seconds' WHERE id = $1`;
      await tx.query(wait, [waitingShort]);
      expect(await findOrphanedJobs(tx, job, 10)).toEqual([
        first,
        { id: waitingLong, attempt: 0, priority: 0 },
      ]);
      expect(await findOrphanedJobs(tx, job, 1)).toEqual([first]);
    });
  });
});
