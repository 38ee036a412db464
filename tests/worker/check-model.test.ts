import type { CheckedService } from "#shared/contract/admin/model-check.ts";
import { PAID_SERVICES, type PaidService } from "#shared/domain/billing/spending.ts";
import type { RunningWorker, WorkerOptions } from "#worker/start-worker.ts";
import { describeBackends, waitUntil } from "../harness.ts";
import { oneRecordingVoice } from "../helpers/fast-fake-voice.ts";
import { WorkerHarness } from "./worker-harness.ts";
import { insertUsage } from "../helpers/insert-usage.ts";

interface CheckRow {
  status: string;
  attempt: number;
  deferred_for: string | null;
  report: CheckedService | null;
}

const FAST_MODELS = { firstTokenMs: 0, tokensPerSecond: 10_000 };
/** More than everything in this file costs, in millionths of a dollar. */
const HIGH_LIMIT = 1_000_000_000;

describeBackends("the job of a model check", (backend) => {
  let harness: WorkerHarness;
  beforeAll(async () => {
    harness = await WorkerHarness.openEmpty(backend(), FAST_MODELS, oneRecordingVoice());
  });
  afterAll(() => harness.close());
  let worker: RunningWorker | undefined;
  afterEach(async () => {
    harness.fakes.faults.clear();
    await worker?.close();
    await harness.db.query("DELETE FROM model_checks");
    await harness.db.query("DELETE FROM usage");
    await harness.db.query("DELETE FROM daily_spending");
  });

  const startWorker = async (
    variables: Record<string, string> = {},
    options: Partial<WorkerOptions> = {},
  ) => {
    const { ttsBaseUrl, moderationBaseUrl } = harness.fakes;
    const env = backend().env({
      ...harness.variables,
      TTS_BASE_URL: ttsBaseUrl,
      TTS_API_KEY: "stand-in",
      MODERATION_BASE_URL: moderationBaseUrl,
      // With these prices the fakes cost something, so their checks are recorded as usage.
      PRICES: JSON.stringify({ "stand-in": { input: 1, output: 1, characters: 1 } }),
      ...variables,
    });
    worker = await harness.startWorker({ env, ...options });
    return worker;
  };
  const readRow = async (id: number): Promise<CheckRow> => {
    const [row] = await harness.db.query<CheckRow[]>("SELECT * FROM model_checks WHERE id = $1", [
      id,
    ]);
    if (!row) throw new Error("no such check");
    return row;
  };
  const waitForRow = (id: number, isWanted: (row: CheckRow) => boolean): Promise<CheckRow> =>
    waitUntil(
      async () => {
        const row = await readRow(id);
        return isWanted(row) && row;
      },
      { what: `the check ${id}` },
    );
  const isComplete = ({ status }: CheckRow) => status === "complete";
  const listUsage = () =>
    harness.db.query<{ kind: string; provider: string; requests: number; price: number }[]>(
      "SELECT kind, provider, requests, price FROM usage ORDER BY id",
    );

  it("stores what works at each service, and books what it cost", async () => {
    await startWorker();
    const ids = [];
    for (const service of PAID_SERVICES) ids.push(await harness.checkModel(service));
    const rows = await Promise.all(ids.map((id) => waitForRow(id, isComplete)));
    expect(rows.map(({ report }) => [report?.service, report?.isUsable])).toEqual(
      PAID_SERVICES.map((service) => [service, true]),
    );
    expect(rows[0]?.report?.results.map(({ check }) => check)).toEqual([
      "answer",
      "streaming",
      "system_role",
      "token_limit",
      "finish_reason",
      "json_schema",
      "usage",
    ]);
    const usage = await listUsage();
    const costs = rows.map(({ report }): [string, number] => [
      report?.service ?? "",
      report?.price ?? 0,
    ]);
    // Moderation is free, so no usage of it is recorded.
    expect(
      new Map([
        ["moderation", 0],
        ...usage.map(({ provider, price }): [string, number] => [provider, price]),
      ]),
    ).toEqual(new Map(costs));
    expect(usage.every(({ price }) => price > 0)).toBe(true);
    expect(new Set(usage.map(({ kind }) => kind))).toEqual(new Set(["check-model"]));
  });

  it("stores no report of a service that is not configured", async () => {
    await startWorker({ TTS_BASE_URL: "", TTS_API_KEY: "" });
    const id = await harness.checkModel("voice");
    expect(await waitForRow(id, isComplete)).toMatchObject({ report: null });
    expect(await listUsage()).toEqual([]);
  });

  it("is complete when the service fails, and says why", async () => {
    await startWorker();
    harness.fakes.faults.add({ effect: "status", status: 401, times: 50 });
    const id = await harness.checkModel("openai");
    const { report, attempt } = await waitForRow(id, isComplete);
    expect([report?.isUsable, attempt]).toEqual([false, 1]);
    expect(report?.results[0]?.note).toContain("refuses the API key");
  });

  const startStalledCheck = async (service: PaidService) => {
    harness.fakes.faults.add({ effect: "stall" });
    const id = await harness.checkModel(service);
    await waitForRow(id, ({ status }) => status === "running");
    return id;
  };

  it("is started again by another worker when its worker shuts down", async () => {
    const first = await startWorker();
    const id = await startStalledCheck("openai");
    await first.close();
    await startWorker();
    expect(await waitForRow(id, isComplete)).toMatchObject({ report: { isUsable: true } });
  });

  it("is taken over from a worker that is silent", async () => {
    const first = await startWorker();
    const id = await startStalledCheck("openai");
    // Changes the row as if another worker had claimed the check and its lease had expired.
    await harness.db.query(
      "UPDATE model_checks SET attempt = attempt + 1, heartbeat_at = 'epoch' WHERE id = $1",
      [id],
    );
    const row = await waitForRow(id, isComplete);
    expect(row).toMatchObject({ attempt: 3, report: { isUsable: true } });
    await first.close();
  });

  it("fails for good when it has ended its worker too often", async () => {
    await startWorker();
    const id = await harness.checkModel("grok");
    await waitForRow(id, isComplete);
    await harness.db.query(
      "UPDATE model_checks SET status = 'running', attempt = 24, heartbeat_at = 'epoch' WHERE id = $1",
      [id],
    );
    expect(await waitForRow(id, ({ status }) => status === "failed")).toMatchObject({
      report: null,
    });
  });

  it("waits while the daily spending limit is reached", async () => {
    await insertUsage((...statement) => harness.db.query(...statement), { price: HIGH_LIMIT });
    await startWorker({ DAILY_SPEND_LIMIT: "1" });
    const id = await harness.checkModel("openai");
    await waitForRow(id, (row) => row.deferred_for === "site_limit");
    await harness.db.query("DELETE FROM daily_spending");
    expect(await waitForRow(id, isComplete)).toMatchObject({ report: { isUsable: true } });
  });

  it("stops between two requests when it reaches the daily spending limit itself", async () => {
    await startWorker({ DAILY_SPEND_LIMIT: "0.000001" });
    const id = await harness.checkModel("openai");
    const row = await waitForRow(id, ({ deferred_for: limit }) => limit === "site_limit");
    expect(row).toMatchObject({ status: "pending", report: null });
    expect(await listUsage()).toMatchObject([{ provider: "openai", requests: 1 }]);
  });
});
