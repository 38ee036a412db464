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
/** What a worker does about providers, what it adds to the queue, and how often it asks the database. */
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

it("asks the database nothing while all goes well", async () => {
  const { noteOutcome, goOn, asked } = watch();
  await noteOutcome(claim());
  await goOn(claim());
  expect(asked()).toBe(0);
});

it.each([
  ["overloaded", error("overloaded"), { failures: 1, isOpen: null }],
  ["overloaded, and says for how long", error("overloaded", 50_000), { failures: 1, isOpen: true }],
  ["asking for a pause", error("rate_limited", 50_000), { failures: 0, isOpen: true }],
  [
    "asking for less, without a word how long",
    error("rate_limited"),
    { failures: 1, isOpen: null },
  ],
  ["refusing", error("refused"), { failures: 0, isOpen: null }],
  ["ours", new Error("our own fault"), { failures: 0, isOpen: null }],
])("of a provider that is %s notes what that means for all", async (_how, err, expected) => {
  await watch().noteOutcome(claim(), err);
  expect(await health()).toEqual(expected);
});

it("notes an answer where it has failed before, as this worker or the claim knows", async () => {
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

it("notes nothing where the provider was not asked, as on a topic that was refused", async () => {
  await db.query(`UPDATE provider_health SET failures = 7, open_until = now()`);
  const { noteOutcome, asked } = watch();
  const unasked = { ...claim({ isProbe: true, hasFailed: true }), meter: { usage: null } };
  await noteOutcome(unasked, error("refused"));
  await noteOutcome(unasked);
  expect([await health(), asked()]).toEqual([{ failures: 7, isOpen: false }, 0]);
});

it("has what waits go on when a place is free, where it knows that some waits", async () => {
  const { goOn, notePutOff, added } = watch();
  await goOn(claim());
  expect(added).toEqual([]);
  notePutOff({ waitsFor: "grok" });
  await goOn(claim({ provider: "openai" }));
  expect(added).toEqual([]);
  await goOn(claim());
  expect(added).toEqual([WAITING]);
});

it("has what waits go on when the provider that was tried out has answered", async () => {
  await db.query(`UPDATE provider_health SET failures = 7, open_until = now()`);
  const { noteOutcome, goOn, added } = watch();
  await noteOutcome(claim({ isProbe: true, hasFailed: true }));
  expect(await health()).toEqual({ failures: 0, isOpen: null });
  await goOn(claim({ isProbe: true }));
  expect(added).toEqual([WAITING]);
});

it("leaves the work itself alone when none of that can be asked", async () => {
  const { noteOutcome, goOn, notePutOff, asked } = watch({
    query: () => Promise.reject(new Error("the database is away")),
  });
  notePutOff({ waitsFor: "grok" });
  await noteOutcome(claim(), error("overloaded"));
  await goOn(claim());
  expect(asked()).toBe(2);
});

it("tells who judges each pair, as far as anybody does", () => {
  expect(buildProviderBounds(7, ["openai", "grok"])).toMatchObject({
    requestsInFlight: 7,
    judges: { "openai openai": "grok", "openai claude": "grok", "grok claude": "openai" },
  });
  expect(Object.keys(buildProviderBounds(7, ["claude"]).judges)).toHaveLength(9);
  expect(buildProviderBounds(7, []).judges).toEqual({});
});
