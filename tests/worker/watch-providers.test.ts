import type { DataSource } from "typeorm";
import type { JobLease, ProviderSlot } from "#infra/db/jobs/job-lease.ts";
import type { Sql } from "#infra/db/sql.ts";
import { buildProviderLimits, createProviderMonitor } from "#worker/runtime/provider-monitor.ts";
import { ProviderError } from "#worker/llm/provider-error.ts";
import { PROVIDERS } from "#shared/domain/provider.ts";
import { testLogger } from "../harness.ts";
import { createLease } from "../helpers/create-lease.ts";
import { useTestDatabase } from "../helpers/use-test-database.ts";

let db: DataSource;
useTestDatabase(async (opened) => {
  db = opened;
  await db.query(`INSERT INTO users (username, email, password) VALUES ('a', 'a@b.example', '!')`);
  await db.query(`INSERT INTO debates (topic, user_id) VALUES ('Tea or coffee', 1)`);
  await db.query(
    `INSERT INTO turns (debate_id, turn_number, role, type, attempt, deferred_for)
     VALUES (1, 1, 'bot_a', 'opening', 4, 'grok')`,
  );
});
beforeEach(() => db.query(`UPDATE provider_health SET failures = 0, open_until = NULL`));

const providerLimits = { requestsInFlight: 5, judges: {} };
const WAITING = ["generate-turn", { turnId: 1 }, { attempt: 4, priority: 0 }];
/** Creates a provider monitor, with lists of the jobs it enqueued and a count of its queries. */
const watch = (sql: Sql = db) => {
  const added: unknown[][] = [];
  let asked = 0;
  const counting: Sql = {
    query(...statement) {
      asked++;
      return sql.query(...statement);
    },
  };
  const enqueue = async (...job: unknown[]) => void added.push(job);
  const watching = createProviderMonitor({
    sql: counting,
    enqueue,
    logger: testLogger,
    providerLimits,
  });
  return { ...watching, added, asked: () => asked };
};
const claim = (slot: Partial<ProviderSlot> = {}): JobLease =>
  createLease({
    job: "generate-turn",
    id: 9,
    slot: { provider: "grok", isProbe: false, hasRecentFailures: false, ...slot },
  });
const error = (code: "rate_limited" | "overloaded" | "refused", retryAfterMs?: number) =>
  new ProviderError(code, "Grok", { retryAfterMs });
const health = async () => {
  const [row] = await db.query<object[]>(
    `SELECT failures, open_until > now() AS "isOpen" FROM provider_health WHERE provider = 'grok'`,
  );
  return row;
};

it("the provider monitor sends no query while requests succeed", async () => {
  const { recordOutcome, resumeWaitingJobs, asked } = watch();
  await recordOutcome(claim());
  await resumeWaitingJobs(claim());
  expect(asked()).toBe(0);
});

it.each([
  ["an overload", error("overloaded"), { failures: 1, isOpen: null }],
  ["an overload with Retry-After", error("overloaded", 50_000), { failures: 1, isOpen: true }],
  ["a rate limit with Retry-After", error("rate_limited", 50_000), { failures: 0, isOpen: true }],
  ["a rate limit without Retry-After", error("rate_limited"), { failures: 1, isOpen: null }],
  ["a refusal", error("refused"), { failures: 0, isOpen: null }],
  ["an internal error", new Error("our own fault"), { failures: 0, isOpen: null }],
])(
  "the provider monitor records the health of a provider after %s",
  async (_how, err, expected) => {
    await watch().recordOutcome(claim(), err);
    expect(await health()).toEqual(expected);
  },
);

it.each([
  ["an outage", new ProviderError("overloaded", "Grok", { detail: "503 text/html" })],
  [
    "a wrong configuration",
    new ProviderError("misconfigured", "Grok", { detail: "200 text/html" }),
  ],
  ["a rejected request", new ProviderError("rejected", "Grok")],
])("the provider monitor keeps code and detail of the last error after %s", async (_how, err) => {
  await watch().recordOutcome(claim(), err);
  await watch().recordOutcome(claim(), error("refused"));
  expect(
    await db.query(
      `SELECT last_error AS code, last_error_detail AS detail FROM provider_health
        WHERE provider = 'grok' AND last_error_at > now() - interval '1 minute'`,
    ),
  ).toEqual([{ code: err.code, detail: err.detail ?? null }]);
});

it("the provider monitor resets failures after an answer, if this worker or the claim knows of failures", async () => {
  const first = watch();
  await first.recordOutcome(claim(), error("overloaded"));
  await first.recordOutcome(claim({ provider: "openai" }));
  expect(await health()).toMatchObject({ failures: 1 });
  await first.recordOutcome(claim());
  expect(await health()).toMatchObject({ failures: 0 });
  await first.recordOutcome(claim(), error("overloaded"));
  await watch().recordOutcome(claim({ hasRecentFailures: true }), new Error("our own fault"));
  expect(await health()).toMatchObject({ failures: 1 });
  await watch().recordOutcome(claim({ hasRecentFailures: true }), error("refused"));
  expect(await health()).toMatchObject({ failures: 0 });
});

it("the provider monitor records nothing when the provider was not asked, as on a refused topic", async () => {
  await db.query(`UPDATE provider_health SET failures = 7, open_until = now()`);
  const { recordOutcome, asked } = watch();
  const unasked = { ...claim({ isProbe: true, hasRecentFailures: true }), meter: { usage: null } };
  await recordOutcome(unasked, error("refused"));
  await recordOutcome(unasked);
  expect([await health(), asked()]).toEqual([{ failures: 7, isOpen: false }, 0]);
});

it("the provider monitor enqueues a waiting job when a slot is free, if it knows of one", async () => {
  const { resumeWaitingJobs, recordDeferral, added } = watch();
  await resumeWaitingJobs(claim());
  expect(added).toEqual([]);
  recordDeferral({ deferredFor: "grok" });
  await resumeWaitingJobs(claim({ provider: "openai" }));
  expect(added).toEqual([]);
  await resumeWaitingJobs(claim());
  expect(added).toEqual([WAITING]);
});

it("the provider monitor enqueues waiting jobs when a probe has succeeded", async () => {
  await db.query(`UPDATE provider_health SET failures = 7, open_until = now()`);
  const { recordOutcome, resumeWaitingJobs, added } = watch();
  await recordOutcome(claim({ isProbe: true, hasRecentFailures: true }));
  expect(await health()).toEqual({ failures: 0, isOpen: null });
  await resumeWaitingJobs(claim({ isProbe: true }));
  expect(added).toEqual([WAITING]);
});

it("the provider monitor does not fail a job when the database is unavailable", async () => {
  const { recordOutcome, resumeWaitingJobs, recordDeferral, asked } = watch({
    query: () => Promise.reject(new Error("the database is away")),
  });
  recordDeferral({ deferredFor: "grok" });
  await recordOutcome(claim(), error("overloaded"));
  await resumeWaitingJobs(claim());
  expect(asked()).toBe(2);
});

it("every pair of providers has a judge if one is available", () => {
  expect(buildProviderLimits(7, ["openai", "grok"])).toMatchObject({
    requestsInFlight: 7,
    judges: { "openai openai": "grok", "openai claude": "grok", "grok claude": "openai" },
  });
  expect(Object.keys(buildProviderLimits(7, ["claude"]).judges)).toHaveLength(
    PROVIDERS.length ** 2,
  );
  expect(buildProviderLimits(7, []).judges).toEqual({});
});
