import type { DataSource } from "typeorm";
import { claimJob, type Deferred } from "#infra/db/jobs/claim-job.ts";
import {
  recordSuccess,
  recordFailure,
  findUnavailableProviders,
} from "#infra/db/providers/circuit-breaker.ts";
import { findResumableJobs } from "#infra/db/providers/provider-slots.ts";
import type { Sql } from "#infra/db/sql.ts";
import { withTransaction } from "#infra/db/transaction.ts";
import {
  type JobLease,
  renewLease,
  finishJob,
  findOrphanedJobs,
  releaseJob,
} from "#infra/db/jobs/job-lease.ts";
import type { Provider } from "#shared/domain/provider.ts";
import { testLogger } from "../harness.ts";
import { waitForLockWait } from "../helpers/lock-waits.ts";
import { useTestDatabase } from "../helpers/use-test-database.ts";

/**
 * Tables and column prefixes of each job that needs a provider. Repeated here, so that the test
 * does not depend on the code.
 */
const STATE = {
  "generate-turn": { table: "turns", prefix: "" },
  "judge-turn": { table: "turns", prefix: "judging_" },
  "judge-debate": { table: "debates", prefix: "verdict_" },
} as const;
type ProviderJob = keyof typeof STATE;
const PROVIDER_JOBS = Object.keys(STATE) as ProviderJob[];

let db: DataSource;
useTestDatabase(async (opened) => {
  db = opened;
  await db.query(`INSERT INTO users (username, email, password) VALUES ('a', 'a@b.example', '!')`);
});
beforeEach(async () => {
  await db.query(`DELETE FROM debates`);
  await db.query(`UPDATE provider_health SET failures = 0, open_until = NULL`);
  await db.query(
    `UPDATE provider_slots SET job = NULL, job_id = NULL, attempt = NULL, taken_at = NULL`,
  );
});

/**
 * Inserts a job of a new debate. The job needs this provider and has been due for this many
 * seconds.
 */
const insertDueJob = async (
  job: ProviderJob,
  { provider = "grok", seconds = 0 }: { provider?: Provider; seconds?: number } = {},
): Promise<number> => {
  const { table, prefix: p } = STATE[job];
  const [debate] = await db.query<{ id: number }[]>(
    `INSERT INTO debates (topic, user_id, bot_a_provider, bot_b_provider)
     SELECT 'Tea or coffee', id, $1, 'claude' FROM users RETURNING id`,
    [job === "generate-turn" ? provider : "openai"],
  );
  const [turn] = await db.query<{ id: number }[]>(
    `INSERT INTO turns (debate_id, turn_number, role, type, status)
     VALUES ($1, 1, 'bot_a', 'opening', 'complete') RETURNING id`,
    [debate?.id],
  );
  const id = (table === "debates" ? debate : turn)?.id ?? 0;
  await db.query(
    `UPDATE ${table} SET ${p}status = 'pending', ${p}run_at = now() - $2 * interval '1 second'
      WHERE id = $1`,
    [id, seconds],
  );
  return id;
};
const rowOf = async (job: ProviderJob, id: number) => {
  const { table, prefix: p } = STATE[job];
  const [row] = await db.query<Record<string, unknown>[]>(
    `SELECT ${p}status AS status, ${p}attempt AS attempt, ${p}failures AS failures,
            ${p}deferred_for AS "deferredFor" FROM ${table} WHERE id = $1`,
    [id],
  );
  return row;
};
/** Claims a job and extends its lease by an hour. In these debates Grok is the judge. */
const claimWithLongLease = async (
  job: ProviderJob,
  id: number,
  { sql = db, atOnce = 1 }: { sql?: Sql; atOnce?: number } = {},
) => {
  const providerLimits = { requestsInFlight: atOnce, judges: { "openai claude": "grok" } } as const;
  const lease = await claimJob(sql, job, id, { providerLimits });
  if (lease && !("deferredFor" in lease)) await extendLease(job, id, sql);
  return lease;
};
const extendLease = (job: ProviderJob, id: number, sql: Sql = db) =>
  sql.query(
    `UPDATE ${STATE[job].table} SET ${STATE[job].prefix}heartbeat_at = now() + interval '1 hour'
      WHERE id = $1`,
    [id],
  );
const requireLease = (lease: JobLease | Deferred | null): JobLease => {
  if (!lease || "deferredFor" in lease) throw new Error("it was not taken");
  return lease;
};
const end = (lease: JobLease) =>
  withTransaction(db, testLogger, (tx) => finishJob(tx, lease, "complete", { set: "id = id" }));
const ageHeartbeat = (job: ProviderJob, id: number) =>
  db.query(
    `UPDATE ${STATE[job].table} SET ${STATE[job].prefix}heartbeat_at = 'epoch' WHERE id = $1`,
    [id],
  );
const DEFERRED_FOR_GROK: Deferred = { deferredFor: "grok" };
const listResumableIds = async (atOnce = 1) =>
  (await findResumableJobs(db, atOnce)).map(({ id }) => id);

describe.each(PROVIDER_JOBS)(
  "a provider with a limit of concurrent requests, used by %s,",
  (job) => {
    it("defers a job above its limit, without an attempt, a failure or an orphaned job", async () => {
      const [first, second] = [await insertDueJob(job), await insertDueJob(job, { seconds: 60 })];
      requireLease(await claimWithLongLease(job, first));
      expect(await claimWithLongLease(job, second)).toEqual(DEFERRED_FOR_GROK);
      const waiting = { status: "pending", attempt: 0, failures: 0, deferredFor: "grok" };
      expect(await rowOf(job, second)).toEqual(waiting);
      expect(await findOrphanedJobs(db, job, 10)).toEqual([]);
      expect(requireLease(await claimWithLongLease(job, second, { atOnce: 2 })).attempt).toBe(1);
      expect(await rowOf(job, second)).toMatchObject({ attempt: 1, deferredFor: null });
    });

    it.each(PROVIDER_JOBS)(
      "counts each %s that uses it, and no job of another provider",
      async (other) => {
        const [first, second] = [await insertDueJob(job), await insertDueJob(other)];
        const otherJob = await insertDueJob("generate-turn", { provider: "openai" });
        requireLease(await claimWithLongLease(job, first));
        requireLease(await claimWithLongLease("generate-turn", otherJob));
        expect(await claimWithLongLease(other, second)).toEqual(DEFERRED_FOR_GROK);
      },
    );

    it.each([
      ["is done", end],
      ["is released", (lease: JobLease) => releaseJob(db, lease, { delayMs: 0, failed: true })],
      ["has lost its worker", ({ id }: JobLease) => ageHeartbeat(job, id)],
      [
        "was deleted a moment ago",
        async () => {
          await db.query(`DELETE FROM debates WHERE id = (SELECT min(id) FROM debates)`);
          await db.query(`UPDATE provider_slots SET taken_at = taken_at - interval '3 seconds'`);
        },
      ],
    ])("has a free slot again when the job in it %s", async (_how, endJob) => {
      const [first, second] = [await insertDueJob(job), await insertDueJob(job)];
      const lease = requireLease(await claimWithLongLease(job, first));
      await claimWithLongLease(job, second);
      expect(await listResumableIds()).toEqual([]);
      await renewLease(db, lease);
      await extendLease(job, first);
      expect(await claimWithLongLease(job, second)).toEqual(DEFERRED_FOR_GROK);
      await endJob(lease);
      expect(await listResumableIds()).toEqual([second]);
      requireLease(await claimWithLongLease(job, second));
    });

    it("lets another worker continue in the slot of a silent one", async () => {
      const id = await insertDueJob(job);
      requireLease(await claimWithLongLease(job, id));
      await ageHeartbeat(job, id);
      expect(requireLease(await claimWithLongLease(job, id)).attempt).toBe(2);
    });

    it("defers the job of a silent worker when its slot was taken", async () => {
      const [first, second] = [await insertDueJob(job), await insertDueJob(job)];
      requireLease(await claimWithLongLease(job, first));
      await ageHeartbeat(job, first);
      requireLease(await claimWithLongLease(job, second));
      expect(await claimWithLongLease(job, first)).toEqual(DEFERRED_FOR_GROK);
      expect(await rowOf(job, first)).toMatchObject({ status: "pending", attempt: 1, failures: 0 });
    });

    it("gives its last slot to one of two concurrent claims, without waiting", async () => {
      const [first, second] = [await insertDueJob(job), await insertDueJob(job)];
      await db.transaction(async (tx) => {
        requireLease(await claimWithLongLease(job, first, { sql: tx }));
        expect(await claimWithLongLease(job, second)).toEqual(DEFERRED_FOR_GROK);
      });
    });

    it("gives its last slot to one claim even if the other began before and ends after", async () => {
      const [first, second] = [await insertDueJob(job), await insertDueJob(job)];
      const { table } = STATE[job];
      let late: ReturnType<typeof claimWithLongLease> | undefined;
      await db.transaction(async (tx) => {
        await tx.query(`UPDATE ${table} SET id = id WHERE id = $1`, [second]);
        late = claimWithLongLease(job, second);
        await waitForLockWait(db);
        requireLease(await claimWithLongLease(job, first));
      });
      expect(await late).toEqual(DEFERRED_FOR_GROK);
      const third = await insertDueJob(job);
      await db.transaction(async (tx) => {
        await tx.query(`UPDATE ${table} SET id = id WHERE id = $1`, [third]);
        late = claimWithLongLease(job, third, { atOnce: 2 });
        await waitForLockWait(db);
      });
      expect(requireLease((await late) ?? null).attempt).toBe(1);
    });

    it("resumes as many jobs as it has free slots, the longest due first", async () => {
      const busy = requireLease(await claimWithLongLease(job, await insertDueJob(job)));
      const [old, young, older] = [
        await insertDueJob(job, { seconds: 8 }),
        await insertDueJob(job, { seconds: 1 }),
        await insertDueJob(job, { seconds: 9 }),
      ];
      for (const id of [young, old, older]) await claimWithLongLease(job, id);
      expect(await listResumableIds(3)).toEqual([older, old]);
      await end(busy);
      expect(await listResumableIds(3)).toEqual([older, old, young]);
      expect(await findResumableJobs(db, 3, "openai")).toEqual([]);
      expect(await findResumableJobs(db, 1, "grok")).toEqual([
        { job, id: older, attempt: 0, priority: 0 },
      ]);
    });
  },
);

test("turns resume before judgings, and a user's second turn after another user's first", async () => {
  const busy = requireLease(
    await claimWithLongLease("generate-turn", await insertDueJob("generate-turn")),
  );
  const judging = await insertDueJob("judge-turn", { seconds: 60 });
  const [second, first] = [
    await insertDueJob("generate-turn", { seconds: 9 }),
    await insertDueJob("generate-turn", { seconds: 1 }),
  ];
  await db.query("UPDATE turns SET priority = 1 WHERE id = $1", [second]);
  await claimWithLongLease("judge-turn", judging);
  for (const id of [second, first]) await claimWithLongLease("generate-turn", id);
  await end(busy);
  expect(await findResumableJobs(db, 3)).toEqual([
    { job: "generate-turn", id: first, attempt: 0, priority: 0 },
    { job: "generate-turn", id: second, attempt: 0, priority: 1 },
    { job: "judge-turn", id: judging, attempt: 0, priority: 0 },
  ]);
});

test("a judging needs no slot when no provider judges", async () => {
  const [first, second] = [await insertDueJob("judge-turn"), await insertDueJob("judge-debate")];
  requireLease(await claimWithLongLease("judge-turn", first));
  const providerLimits = { requestsInFlight: 1, judges: {} };
  expect(await claimJob(db, "judge-debate", second, { providerLimits })).toMatchObject({
    failures: 0,
    slot: null,
  });
  expect(await rowOf("judge-debate", second)).toMatchObject({
    status: "running",
    deferredFor: null,
  });
});

describe("a failing provider", () => {
  const fail = async (times: number, retryAfterMs?: number, isCounted = true) => {
    let isOpen = false;
    for (let time = 0; time < times; time += 1)
      isOpen = await recordFailure(db, "grok", {
        isCounted,
        retryAfterMs,
        code: "overloaded",
        detail: "503 text/html",
      });
    return isOpen;
  };
  /** Ends the time in which the circuit breaker is open. */
  const endPause = () => db.query(`UPDATE provider_health SET open_until = now()`);
  /** Returns for how many seconds after the last failure the circuit breaker is open. */
  const openFor = async () => {
    const [row] = await db.query<{ seconds: number | null }[]>(
      `SELECT extract(epoch FROM open_until - last_error_at)::float AS seconds FROM provider_health
        WHERE provider = 'grok'`,
    );
    return row?.seconds ?? null;
  };
  const claimNewTurn = async (atOnce = 5) =>
    claimWithLongLease("generate-turn", await insertDueJob("generate-turn"), { atOnce });

  it("is paused for all jobs after five failures in a row, and no other provider is", async () => {
    expect(await fail(4)).toBe(false);
    const { slot } = requireLease(await claimNewTurn());
    expect(slot).toEqual({ provider: "grok", isProbe: false, hasRecentFailures: true });
    expect(await findUnavailableProviders(db)).toEqual([]);
    expect(await fail(1)).toBe(true);
    expect(await openFor()).toBe(10);
    for (const job of PROVIDER_JOBS)
      expect(await claimWithLongLease(job, await insertDueJob(job))).toEqual(DEFERRED_FOR_GROK);
    expect(await listResumableIds(9)).toEqual([]);
    requireLease(
      await claimWithLongLease(
        "generate-turn",
        await insertDueJob("generate-turn", { provider: "openai" }),
      ),
    );
    expect(await findUnavailableProviders(db)).toEqual(["grok"]);
    const said = `SELECT provider, last_error, last_error_detail AS detail FROM provider_health
                    WHERE last_error_at IS NOT NULL`;
    expect(await db.query(said)).toEqual([
      { provider: "grok", last_error: "overloaded", detail: "503 text/html" },
    ]);
  });

  it("is not paused when an answer came between the failures", async () => {
    await fail(4);
    await recordSuccess(db, "grok", false);
    await fail(4);
    expect(requireLease(await claimNewTurn()).slot).toMatchObject({ isProbe: false });
  });

  it("has its own failures reset by an answer, which writes nothing when there were none", async () => {
    const failure = {
      isCounted: true,
      retryAfterMs: undefined,
      code: "timeout",
      detail: undefined,
    };
    for (const provider of ["grok", "openai"] as const) await recordFailure(db, provider, failure);
    const rows = () =>
      db.query<{ failures: number; version: string }[]>(
        `SELECT failures, xmin::text AS version FROM provider_health
          WHERE provider IN ('grok', 'openai') ORDER BY provider`,
      );
    await recordSuccess(db, "grok", false);
    const noted = await rows();
    expect(noted.map(({ failures }) => failures)).toEqual([0, 1]);
    await recordSuccess(db, "grok", false);
    expect(await rows()).toEqual(noted);
  });

  it("keeps its pause when requests from before it end", async () => {
    await fail(5);
    await db.query(`UPDATE provider_health SET open_until = now() + interval '9 seconds'`);
    await fail(3);
    expect(await openFor()).toBeLessThanOrEqual(9);
    await recordSuccess(db, "grok", false);
    expect(await claimNewTurn()).toEqual(DEFERRED_FOR_GROK);
  });

  it("is probed by one job at a time after its pause", async () => {
    await fail(5);
    await endPause();
    const [first, second] = [await insertDueJob("judge-turn"), await insertDueJob("generate-turn")];
    await db.transaction(async (tx) => {
      const probe = requireLease(
        await claimWithLongLease("judge-turn", first, { sql: tx, atOnce: 5 }),
      );
      expect(probe.slot).toEqual({ provider: "grok", isProbe: true, hasRecentFailures: true });
      expect(await claimWithLongLease("generate-turn", second, { atOnce: 5 })).toEqual(
        DEFERRED_FOR_GROK,
      );
    });
    expect(await claimWithLongLease("generate-turn", second, { atOnce: 5 })).toEqual(
      DEFERRED_FOR_GROK,
    );
    expect(await listResumableIds(5)).toEqual([]);
    expect(await findUnavailableProviders(db)).toEqual(["grok"]);
    await ageHeartbeat("judge-turn", first);
    expect(await listResumableIds(5)).toEqual([second]);
    expect(
      requireLease(await claimWithLongLease("generate-turn", second, { atOnce: 5 })).slot?.isProbe,
    ).toBe(true);
  });

  it("is probed by another job while the previous probe's job runs again in another slot", async () => {
    await fail(5);
    await endPause();
    const id = await insertDueJob("generate-turn");
    const probe = requireLease(await claimWithLongLease("generate-turn", id));
    await recordSuccess(db, "grok", true);
    await releaseJob(db, probe, { delayMs: 0, failed: false });
    requireLease(await claimWithLongLease("generate-turn", id));
    await fail(5);
    await endPause();
    expect(requireLease(await claimNewTurn()).slot?.isProbe).toBe(true);
  });

  it("is available to all after a successful probe, and paused again after a failed one", async () => {
    await fail(5);
    await endPause();
    requireLease(await claimNewTurn());
    await recordSuccess(db, "grok", false);
    expect(await claimNewTurn()).toEqual(DEFERRED_FOR_GROK);
    expect(await fail(1)).toBe(true);
    expect(await openFor()).toBe(10);
    await endPause();
    await recordSuccess(db, "grok", true);
    expect(await findUnavailableProviders(db)).toEqual([]);
    expect(requireLease(await claimNewTurn()).slot).toMatchObject({
      isProbe: false,
      hasRecentFailures: false,
    });
    expect(await fail(4)).toBe(false);
  });

  it("is paused for its Retry-After time, which alone counts as no failure", async () => {
    expect(await fail(1, 30_000, false)).toBe(true);
    expect(await openFor()).toBe(30);
    expect(await claimNewTurn()).toEqual(DEFERRED_FOR_GROK);
    const untilThen = "SELECT open_until FROM provider_health WHERE provider = 'grok'";
    const asBefore = await db.query(untilThen);
    await fail(9, 4000, false);
    expect(await db.query(untilThen)).toEqual(asBefore);
    expect(await findUnavailableProviders(db)).toEqual(["grok"]);
    await endPause();
    expect(requireLease(await claimNewTurn()).slot?.isProbe).toBe(false);
    requireLease(await claimNewTurn());
    await fail(1, 4000, false);
    expect(await findUnavailableProviders(db)).toEqual([]);
    await fail(1);
    await recordSuccess(db, "grok", false);
    expect(await claimNewTurn()).toEqual(DEFERRED_FOR_GROK);
    await fail(1, 1e12, false);
    expect(await openFor()).toBe(600);
  });
});
