import type { DataSource } from "typeorm";
import type { ClaimedJob } from "#infra/db/jobs/claim-job.ts";
import { createDataSource } from "#infra/db/connection/data-source.ts";
import type { Sql } from "#infra/db/sql.ts";
import { buildProviderBounds, createProviderMonitor } from "#worker/runtime/provider-monitor.ts";
import { ProviderError } from "#worker/llm/provider-error.ts";
import { createTestDatabase, type TestDatabase, testLogger } from "../harness.ts";

let database: TestDatabase;
let db: DataSource;
beforeAll(async () => {
  database = await createTestDatabase();
  db = await createDataSource(database.url).initialize();
  await db.query(`INSERT INTO users (username, email, password) VALUES ('a', 'a@b.example', '!')`);
  await db.query(`INSERT INTO debates (topic, user_id) VALUES ('Tea or coffee', 1)`);
  await db.query(
    `INSERT INTO turns (debate_id, turn_number, role, type, attempt, waits_for)
     VALUES (1, 1, 'bot_a', 'opening', 4, 'grok')`,
  );
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});
beforeEach(() => db.query(`UPDATE provider_health SET failures = 0, open_until = NULL`));

const bounds = { requestsInFlight: 5, judges: {} };
const WAITING = ["generate-turn", { turnId: 1 }, { attempt: 4, priority: 0 }];
/** A provider monitor with the jobs that it enqueues and the number of its queries. */
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
  const watching = createProviderMonitor({ sql: counting, enqueue, logger: testLogger, bounds });
  return { ...watching, added, asked: () => asked };
};
const claim = (asked: Partial<ClaimedJob["asked"]> = {}): ClaimedJob => ({
  job: "generate-turn",
  id: 9,
  attempt: 1,
  failures: 0,
  isTakenOver: false,
  waitedMs: 0,
  about: {},
  loaded: undefined,
  asked: { provider: "grok", isProbe: false, hasFailed: false, ...asked },
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
  const { noteOutcome, goOn, asked } = watch();
  await noteOutcome(claim());
  await goOn(claim());
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
    await watch().noteOutcome(claim(), err);
    expect(await health()).toEqual(expected);
  },
);

it("the provider monitor resets failures after an answer, if this worker or the claim knows of failures", async () => {
  const first = watch();
  await first.noteOutcome(claim(), error("overloaded"));
  await first.noteOutcome(claim({ provider: "openai" }));
  expect(await health()).toMatchObject({ failures: 1 });
  await first.noteOutcome(claim());
  expect(await health()).toMatchObject({ failures: 0 });
  await first.noteOutcome(claim(), error("overloaded"));
  await watch().noteOutcome(claim({ hasFailed: true }), new Error("our own fault"));
  expect(await health()).toMatchObject({ failures: 1 });
  await watch().noteOutcome(claim({ hasFailed: true }), error("refused"));
  expect(await health()).toMatchObject({ failures: 0 });
});

it("the provider monitor records nothing when the provider was not asked, as on a refused topic", async () => {
  await db.query(`UPDATE provider_health SET failures = 7, open_until = now()`);
  const { noteOutcome, asked } = watch();
  const unasked = { ...claim({ isProbe: true, hasFailed: true }), meter: { usage: null } };
  await noteOutcome(unasked, error("refused"));
  await noteOutcome(unasked);
  expect([await health(), asked()]).toEqual([{ failures: 7, isOpen: false }, 0]);
});

it("the provider monitor enqueues a waiting job when a slot is free, if it knows of one", async () => {
  const { goOn, notePutOff, added } = watch();
  await goOn(claim());
  expect(added).toEqual([]);
  notePutOff({ waitsFor: "grok" });
  await goOn(claim({ provider: "openai" }));
  expect(added).toEqual([]);
  await goOn(claim());
  expect(added).toEqual([WAITING]);
});

it("the provider monitor enqueues waiting jobs when a probe has succeeded", async () => {
  await db.query(`UPDATE provider_health SET failures = 7, open_until = now()`);
  const { noteOutcome, goOn, added } = watch();
  await noteOutcome(claim({ isProbe: true, hasFailed: true }));
  expect(await health()).toEqual({ failures: 0, isOpen: null });
  await goOn(claim({ isProbe: true }));
  expect(added).toEqual([WAITING]);
});

it("the provider monitor does not fail a job when the database is unavailable", async () => {
  const { noteOutcome, goOn, notePutOff, asked } = watch({
    query: () => Promise.reject(new Error("the database is away")),
  });
  notePutOff({ waitsFor: "grok" });
  await noteOutcome(claim(), error("overloaded"));
  await goOn(claim());
  expect(asked()).toBe(2);
});

it("every pair of providers has a judge if one is available", () => {
  expect(buildProviderBounds(7, ["openai", "grok"])).toMatchObject({
    requestsInFlight: 7,
    judges: { "openai openai": "grok", "openai claude": "grok", "grok claude": "openai" },
  });
  expect(Object.keys(buildProviderBounds(7, ["claude"]).judges)).toHaveLength(9);
  expect(buildProviderBounds(7, []).judges).toEqual({});
});
