import { Client } from "pg";
import { ModelCheck } from "#shared/contract/admin/model-check.ts";
import { Operations } from "#shared/contract/admin/operations.ts";
import { PAID_SERVICES } from "#shared/domain/billing/spending.ts";
import { waitUntil } from "../harness.ts";
import { type ProxiedApi, startProxiedApi, type TestUser } from "./test-api.ts";
import { insertUsage } from "../helpers/insert-usage.ts";

const PATH = "/api/superadmin/model-check";

const REPORT = {
  service: "grok",
  label: "Grok",
  model: "grok-4.3",
  address: null,
  isUsable: true,
  results: [{ check: "streaming", status: "adapted", note: "Whole replies." }],
  adaptations: [{ kind: "no_streaming", reason: "400 no streams" }],
  price: 1200,
  isPriceEstimated: false,
};

let api: ProxiedApi;
let root: TestUser;
beforeAll(async () => {
  api = await startProxiedApi({ DAILY_SPEND_LIMIT: "10" });
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.sql("DELETE FROM model_checks");
  // Each test has a new user, whose rate limits are not used up.
  root = await api.person("superadmin");
});

const start = (person = root) => person.client.post(PATH);
const read = async () => (await root.client.get(PATH)).as(ModelCheck);
const listStates = async () => (await read())?.services.map(({ state }) => state);
describe("the model check of the API", () => {
  it("is null before the first one, and then lists all services as waiting", async () => {
    expect(await read()).toBeNull();
    const answer = await start();
    expect(answer.status).toBe(202);
    expect(answer.as(ModelCheck)).toEqual({
      startedAt: expect.any(String),
      startedBy: root.user.username,
      services: PAID_SERVICES.map((service) => ({ service, state: "waiting", report: null })),
    });
    expect(await read()).toEqual(answer.as(ModelCheck));
  });

  it("shows which services wait, run, are complete with their report, and have failed", async () => {
    await start();
    await api.sql(
      `UPDATE model_checks SET report = $1,
              status = CASE service WHEN 'openai' THEN 'running' WHEN 'claude' THEN 'failed'
                                    WHEN 'grok' THEN 'complete' ELSE 'pending' END,
              deferred_for = CASE service WHEN 'voice' THEN 'site_limit' END`,
      [REPORT],
    );
    await api.sql("UPDATE model_checks SET report = NULL WHERE service <> 'grok'");
    expect((await read())?.services).toEqual([
      { service: "openai", state: "running", report: null },
      { service: "grok", state: "complete", report: REPORT },
      { service: "claude", state: "failed", report: null },
      { service: "voice", state: "waiting_for_budget", report: null },
      { service: "moderation", state: "waiting", report: null },
    ]);
  });

  it("returns the open check instead of starting another one", async () => {
    const started = (await start()).as(ModelCheck);
    await api.sql("UPDATE model_checks SET status = 'complete' WHERE service <> 'voice'");
    const other = await api.person("superadmin");
    const again = await start(other);
    expect(again.status).toBe(202);
    expect(again.as(ModelCheck)).toMatchObject({
      startedAt: started?.startedAt,
      startedBy: root.user.username,
    });
    expect(new Set(await listStates())).toEqual(new Set(["complete", "waiting"]));
  });

  it("starts again after its end, without the report before and with all attempts", async () => {
    await start();
    await api.sql(
      "UPDATE model_checks SET status = 'complete', report = $1, attempt = 7, failures = 2",
      [REPORT],
    );
    const other = await api.person("superadmin");
    await start(other);
    expect(await read()).toMatchObject({ startedBy: other.user.username });
    expect(
      await api.sql("SELECT DISTINCT status, report, attempt, failures FROM model_checks"),
    ).toEqual([{ status: "pending", report: null, attempt: 25, failures: 0 }]);
  });

  it("is started once by two superadmins at the same time", async () => {
    await start();
    await api.sql("UPDATE model_checks SET status = 'failed'");
    const other = await api.person("superadmin");
    const client = new Client({ connectionString: api.databaseUrl });
    await client.connect();
    await client.query("BEGIN");
    await client.query("SELECT FROM model_checks FOR UPDATE");
    const answers = [start(), start(other)];
    // When both requests wait for the locked rows, neither of them has found an open check.
    await waitUntil(
      async () =>
        (
          await api.sql(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
                AND query LIKE '%INSERT INTO model_checks%'`,
          )
        ).length === 2,
      { what: "two waits for a lock" },
    );
    await client.query("COMMIT");
    await client.end();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([202, 202]);
    expect(await api.sql("SELECT DISTINCT attempt FROM model_checks")).toEqual([{ attempt: 25 }]);
  });

  it("is refused while the site's daily spending limit is reached", async () => {
    await insertUsage(api.sql, { price: 10e6 });
    const answer = await start();
    await api.sql("DELETE FROM usage");
    expect([answer.status, answer.error.code, answer.error.message]).toEqual([
      429,
      "spending_limit",
      "This site has reached its daily spending limit. Try again after midnight UTC.",
    ]);
    expect(await read()).toBeNull();
  });

  it("is started at most ten times an hour by one superadmin", async () => {
    const statuses = [];
    while (statuses.length < 11) statuses.push((await start()).status);
    expect([new Set(statuses.slice(0, 10)), statuses[10]]).toEqual([new Set([202]), 429]);
    expect((await start(await api.person("superadmin"))).status).toBe(202);
  });

  it("is kept without a name when the user who started it is deleted", async () => {
    await start(await api.person("superadmin"));
    await api.sql("DELETE FROM users WHERE id = (SELECT min(asked_by) FROM model_checks)");
    expect(await read()).toMatchObject({ startedBy: null });
  });

  it("has its start in the data that is pushed to admins, and its jobs in the queue", async () => {
    const getOperations = async () =>
      (await root.client.get("/api/admin/operations")).as(Operations);
    expect((await getOperations()).modelCheckStartedAt).toBeNull();
    const started = (await start()).as(ModelCheck);
    await api.sql("UPDATE model_checks SET status = 'complete' WHERE service = 'grok'");
    const { modelCheckStartedAt, kinds } = await getOperations();
    expect(modelCheckStartedAt).toBe(started?.startedAt);
    expect(kinds.find(({ job }) => job === "check-model")).toMatchObject({ waiting: 4 });
  });
});
