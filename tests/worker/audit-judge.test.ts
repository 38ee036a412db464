import type { JudgeAuditReport } from "#shared/contract/admin/judge-audit.ts";
import { BAIT_RUN } from "#shared/domain/debates/judging/bait-set.ts";
import { estimateTokens } from "#shared/domain/billing/spending.ts";
import { ROLES } from "#shared/domain/debates/side.ts";
import { auditJudge } from "#worker/judge-audit/audit-judge.ts";
import { BAITS } from "#worker/judge-audit/baits.ts";
import { buildVerdictQuestion } from "#worker/prompts/verdict-question.ts";
import type { RunningWorker } from "#worker/start-worker.ts";
import { describeBackends, waitUntil } from "../harness.ts";
import { WorkerHarness } from "./worker-harness.ts";

interface AuditRow {
  status: string;
  attempt: number;
  deferred_for: string | null;
  charter: string | null;
  winners: Record<string, string>;
  requests: number;
  price: number;
  report: JudgeAuditReport | null;
}

const FAST_MODELS = { firstTokenMs: 0, tokensPerSecond: 100_000 };

it("the expected size of a run fits the bait set and its prompts", async () => {
  let requests = 0;
  let inputTokens = 0;
  await auditJudge(({ speeches, ...debate }) => {
    for (const first of ROLES) {
      const { system, user } = buildVerdictQuestion(debate, speeches, first);
      requests++;
      inputTokens += estimateTokens(system.length + user.length);
    }
    // After a draw, the baits are tried for both sides. So a run with only draws is the largest.
    return Promise.resolve({ winner: "draw" });
  });
  expect([requests, requests / 2]).toEqual([BAIT_RUN.requests, BAIT_RUN.verdicts]);
  expect(inputTokens / BAIT_RUN.inputTokens).toBeCloseTo(1, 1);
});

describeBackends("the job that tests a judge with baits", (backend) => {
  let harness: WorkerHarness;
  let worker: RunningWorker | undefined;
  beforeAll(async () => {
    harness = await WorkerHarness.openEmpty(backend(), FAST_MODELS);
  });
  afterAll(() => harness.close());
  afterEach(async () => {
    harness.fakes.faults.clear();
    await worker?.close();
    for (const table of ["judge_audit_runs", "judge_audits", "usage", "daily_spending"])
      await harness.db.query(`DELETE FROM ${table}`);
  });

  const startWorker = async (variables: Record<string, string> = {}) => {
    const env = backend().env({
      ...harness.variables,
      PRICES: JSON.stringify({ "*": { input: 1, output: 1, characters: 1 } }),
      ...variables,
    });
    worker = await harness.startWorker({ env });
    return worker;
  };
  const waitForRow = (id: number, isWanted: (row: AuditRow) => boolean): Promise<AuditRow> =>
    waitUntil(
      async () => {
        const [row] = await harness.db.query<AuditRow[]>(
          "SELECT * FROM judge_audit_runs WHERE id = $1",
          [id],
        );
        return row && isWanted(row) && row;
      },
      { what: `the run ${id}`, timeoutMs: 60_000 },
    );
  const isComplete = ({ status }: AuditRow) => status === "complete";
  const sumUsage = async () => {
    const [sum] = await harness.db.query<{ requests: number; price: number }[]>(
      `SELECT coalesce(sum(requests), 0)::int AS requests, coalesce(sum(price), 0)::int AS price
         FROM usage WHERE kind = 'audit-judge' AND provider = 'grok'`,
    );
    return sum;
  };
  const listStored = () =>
    harness.db.query<{ judge: string; results: unknown }[]>(
      "SELECT judge, results FROM judge_audits",
    );

  it("stores the wins gained by each bait, what it cost, and the results of the page /judge", async () => {
    await startWorker();
    const row = await waitForRow(await harness.auditJudge("grok"), isComplete);
    expect(row.report?.rows.map(({ bait }) => bait)).toEqual(Object.keys(BAITS));
    expect(row.report?.failures).toBe(0);
    const { requests, price } = row;
    expect(await sumUsage()).toEqual({ requests, price });
    expect(requests).toBe(2 * Object.keys(row.winners).length);
    expect(price).toBeGreaterThan(0);
    expect(await listStored()).toEqual([{ judge: "grok", results: row.report?.rows }]);
  });

  it("stores no results of a fake for the page /judge", async () => {
    await startWorker({ STANDIN_PROVIDERS: "grok" });
    const { report } = await waitForRow(await harness.auditJudge("grok"), isComplete);
    expect(report?.model).toBe("simulated");
    expect(await listStored()).toEqual([]);
  });

  it("stops at the daily spending limit, and later asks only what was not answered", async () => {
    await startWorker({ DAILY_SPEND_LIMIT: "0.02" });
    const id = await harness.auditJudge("grok");
    const stopped = await waitForRow(id, ({ deferred_for: limit }) => limit === "site_limit");
    const answered = Object.keys(stopped.winners).length;
    expect(answered).toBeGreaterThan(1);
    await worker?.close();
    await startWorker();
    const row = await waitForRow(id, isComplete);
    expect(row.winners).toMatchObject(stopped.winners);
    const { requests = 0 } = (await sumUsage()) ?? {};
    // When the limit was reached, at most one verdict had only its first answer.
    expect(requests - 2 * Object.keys(row.winners).length).toBeLessThanOrEqual(1);
    expect(row.requests).toBeGreaterThanOrEqual(2 * Object.keys(row.winners).length);
  });

  it("is continued by another worker when its worker shuts down", async () => {
    const first = await startWorker();
    const id = await harness.auditJudge("grok");
    const isBegun = ({ winners }: AuditRow) => Object.keys(winners).length > 3;
    const begun = await waitForRow(id, isBegun);
    await first.close();
    await startWorker();
    const row = await waitForRow(id, isComplete);
    expect(row.winners).toMatchObject(begun.winners);
  });

  it("starts over under other rules", async () => {
    const id = await harness.auditJudge("grok");
    await harness.db.query(
      `UPDATE judge_audit_runs SET charter = 'old', winners = '{"an old trial": "draw"}'`,
    );
    await startWorker();
    const { winners, charter } = await waitForRow(id, isComplete);
    expect(winners).not.toHaveProperty("an old trial");
    expect(charter).toMatch(/^[0-9a-f]{64}$/);
  });

  it("counts a verdict that the model refuses as failed, and goes on", async () => {
    await startWorker();
    harness.fakes.faults.add({ kind: "judge", effect: "refuse", times: 1 });
    const { report } = await waitForRow(await harness.auditJudge("grok"), isComplete);
    expect(report?.failures).toBe(1);
  });

  it("fails for good if the judge is not configured", async () => {
    await startWorker({ XAI_BASE_URL: "", XAI_API_KEY: "" });
    const id = await harness.auditJudge("grok");
    const row = await waitForRow(id, ({ status }) => status === "failed");
    expect(row).toMatchObject({ report: null, requests: 0 });
  });
});
