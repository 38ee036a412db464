import { JudgeAudits } from "#shared/contract/admin/judge-audit.ts";
import { Operations } from "#shared/contract/admin/operations.ts";
import { type ProxiedApi, startProxiedApi, type TestUser } from "./test-api.ts";
import { insertUsage } from "../helpers/insert-usage.ts";

const PATH = "/api/superadmin/judge-audits";

const REPORT = {
  model: "grok-4.3",
  rows: [{ bait: "padding", trials: 6, gained: 2, low: 0.1, high: 0.7, isEffective: false }],
  failures: 1,
};

let api: ProxiedApi;
let root: TestUser;
beforeAll(async () => {
  api = await startProxiedApi({
    DAILY_SPEND_LIMIT: "10",
    XAI_API_KEY: "a-key",
    GROK_MODEL: "a-model",
    OPENAI_API_KEY: "",
    OPENAI_BASE_URL: "",
    PRICES: JSON.stringify({ "a-model": { input: 2, output: 10, characters: 0 } }),
  });
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.sql("DELETE FROM judge_audit_runs");
  // Each test has a new user, whose rate limits are not used up.
  root = await api.person("superadmin");
});

const start = (person = root, judge = "grok") => person.client.post(PATH, { judge });
const read = async () => (await root.client.get(PATH)).as(JudgeAudits);

describe("a run of the bait set, started in the API,", () => {
  it("has an expected price at the prices of the configured model", async () => {
    const { judges, runs } = await read();
    expect(runs).toEqual([]);
    expect(judges.find(({ judge }) => judge === "grok")).toEqual({
      judge: "grok",
      verdicts: 138,
      requests: 276,
      price: 217_000 * 2 + 60_000 * 10,
    });
    expect(judges.map(({ judge }) => judge)).not.toContain("openai");
  });

  it("waits for a worker, and is returned with its start", async () => {
    const answer = await start();
    expect(answer.status).toBe(202);
    expect(answer.as(JudgeAudits).runs).toEqual([
      {
        judge: "grok",
        startedAt: expect.any(String),
        startedBy: root.user.username,
        state: "waiting",
        verdicts: 0,
        requests: 0,
        price: 0,
        isPriceEstimated: false,
        report: null,
      },
    ]);
    expect(await read()).toEqual(answer.as(JudgeAudits));
  });

  it.each([
    ["status = 'running', winners = '{\"unchanged 0\": \"draw\"}', requests = 2", "running"],
    ["status = 'pending', deferred_for = 'site_limit'", "waiting_for_budget"],
    ["status = 'pending', deferred_for = 'grok'", "waiting"],
    ["status = 'failed'", "failed"],
  ])("shows the state of the row with %s as %s", async (columns, state) => {
    await start();
    await api.sql(`UPDATE judge_audit_runs SET ${columns}`);
    const [run] = (await read()).runs;
    expect(run).toMatchObject({ state, verdicts: state === "running" ? 1 : 0 });
  });

  it("shows the report with what it cost", async () => {
    await start();
    await api.sql(
      `UPDATE judge_audit_runs SET status = 'complete', report = $1, requests = 270, price = 5,
              is_price_estimated = true`,
      [REPORT],
    );
    expect((await read()).runs).toMatchObject([
      { state: "complete", report: REPORT, requests: 270, price: 5, isPriceEstimated: true },
    ]);
  });

  it("is the open run if the judge is being tested already", async () => {
    const [started] = (await start()).as(JudgeAudits).runs;
    const other = await api.person("superadmin");
    const answers = await Promise.all([start(other), start(other)]);
    for (const answer of answers) {
      expect(answer.status).toBe(202);
      expect(answer.as(JudgeAudits).runs).toEqual([started]);
    }
    expect((await start(other, "claude")).as(JudgeAudits).runs).toMatchObject([
      { judge: "claude", startedBy: other.user.username },
      { judge: "grok", startedBy: root.user.username },
    ]);
  });

  it("starts again after its end, without the results before and with all attempts", async () => {
    await start();
    await api.sql(
      `UPDATE judge_audit_runs SET status = 'complete', report = $1, attempt = 7, failures = 2,
              winners = '{"unchanged 0": "draw"}', charter = 'old', requests = 9, price = 9`,
      [REPORT],
    );
    await start(await api.person("superadmin"));
    expect(
      await api.sql(
        `SELECT status, report, attempt, failures, winners, charter, requests, price
           FROM judge_audit_runs`,
      ),
    ).toEqual([
      {
        status: "pending",
        report: null,
        attempt: 25,
        failures: 0,
        winners: {},
        charter: null,
        requests: 0,
        price: 0,
      },
    ]);
  });

  it("is refused while the site's daily spending limit is reached", async () => {
    await insertUsage(api.sql, { price: 10e6 });
    const answer = await start();
    await api.sql("DELETE FROM usage");
    expect([answer.status, answer.error.code]).toEqual([429, "spending_limit"]);
    expect((await read()).runs).toEqual([]);
  });

  it("is started at most thirty times an hour by one superadmin", async () => {
    const statuses = [];
    while (statuses.length < 31) statuses.push((await start()).status);
    expect([new Set(statuses.slice(0, 30)), statuses[30]]).toEqual([new Set([202]), 429]);
    expect((await start(await api.person("superadmin"))).status).toBe(202);
  });

  it("is kept without a name when the user who started it is deleted", async () => {
    await start(await api.person("superadmin"));
    await api.sql("DELETE FROM users WHERE id = (SELECT asked_by FROM judge_audit_runs)");
    expect((await read()).runs).toMatchObject([{ startedBy: null }]);
  });

  it("has its verdicts and its job in the data that is pushed to admins", async () => {
    const getOperations = async () =>
      (await root.client.get("/api/admin/operations")).as(Operations);
    expect((await getOperations()).judgeAuditVerdicts).toBe(0);
    await start();
    await api.sql(`UPDATE judge_audit_runs SET winners = '{"unchanged 0": "draw"}'`);
    const { judgeAuditVerdicts, kinds } = await getOperations();
    expect(judgeAuditVerdicts).toBe(1);
    expect(kinds.find(({ job }) => job === "audit-judge")).toMatchObject({ waiting: 1 });
  });
});
