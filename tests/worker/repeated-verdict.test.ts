import type { DebateEntity } from "#infra/db/entities/debate.ts";
import { MAX_RATE_LIMITED_ATTEMPTS } from "#worker/runtime/retry-policy.ts";
import type { RunningWorker } from "#worker/start-worker.ts";
import { describeBackends, waitUntil } from "../harness.ts";
import { WorkerHarness } from "./worker-harness.ts";

const FIRST_QUESTION = "Speaker A argues For the motion";
const SECOND_QUESTION = "Speaker A argues Against the motion";

describeBackends("a verdict that is judged again", (backend) => {
  let harness: WorkerHarness;
  let worker: RunningWorker;
  let debate: DebateEntity;
  beforeAll(async () => {
    // Usage of other tests would count towards the daily budget, so the database is new.
    harness = await WorkerHarness.openEmpty(backend());
    await startWorker();
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    debate = await harness.makeDebate();
  });
  afterEach(async () => {
    harness.fakes.faults.clear();
    await harness.idle();
    harness.fakes.requests.clear();
    await harness.db.query("UPDATE provider_health SET failures = 0, open_until = NULL");
    await harness.db.query("DELETE FROM usage");
  });

  const startWorker = async (variables: Record<string, string> = {}) => {
    worker = await harness.startWorker({
      env: backend().env({ ...harness.variables, ...variables }),
    });
  };
  const countQuestions = () =>
    [FIRST_QUESTION, SECOND_QUESTION].map(
      (question) =>
        harness.fakes.requests.all().filter(({ body }) => JSON.stringify(body).includes(question))
          .length,
    );
  const load = async (id: number) => {
    const [row] = await harness.db.query("SELECT * FROM verdict_repeats WHERE id = $1", [id]);
    return row;
  };
  const waitForStatus = (id: number, status: string) =>
    waitUntil(async () => {
      const row = await load(id);
      return row.status === status && row;
    });
  /** Waits until a rate limit has postponed the job by more than `seconds`. */
  const waitForPause = (id: number, seconds: number) =>
    waitUntil(async () => {
      const row = await load(id);
      const pause = (row.run_at - Date.now()) / 1000;
      return row.status === "pending" && row.attempt > 0 && pause > seconds && row;
    });
  /** Makes a waiting job due at once, and ends the pauses of all providers. */
  const runNow = async (id: number) => {
    await harness.db.query("UPDATE provider_health SET failures = 0, open_until = NULL");
    await harness.db.query(
      "UPDATE verdict_repeats SET run_at = now() WHERE id = $1 AND status = 'pending'",
      [id],
    );
    await harness.enqueue("repeat-verdict", { verdictRepeatId: id }, { attempt: 99 });
  };
  const rateLimit = (contains: string, more = {}) =>
    harness.faultIn(debate, { contains, effect: "status", status: 429, ...more });

  it("waits as long as the provider asks, and then asks only the second question", async () => {
    rateLimit(SECOND_QUESTION, { retryAfter: 300 });
    const id = await harness.repeatVerdict(debate);
    const waiting = await waitForPause(id, 250);
    expect(waiting.answers).toHaveLength(1);
    await runNow(id);
    const repeated = await waitForStatus(id, "complete");
    expect(repeated).toMatchObject({ answers: [], wavered: expect.any(Boolean) });
    expect(repeated.charter).toMatch(/^[0-9a-f]{64}$/);
    expect(countQuestions()).toEqual([1, 2]);
  });

  it("outlasts more rate limits than other failures, without a paid request", async () => {
    rateLimit(FIRST_QUESTION, { times: 8 });
    const id = await harness.repeatVerdict(debate);
    const repeated = await waitUntil(async () => {
      await runNow(id);
      const row = await load(id);
      return row.status === "complete" && row;
    });
    expect(repeated.attempt).toBe(9);
    expect(countQuestions()).toEqual([9, 1]);
    const usage = await harness.db.query(
      "SELECT sum(requests)::int AS requests FROM usage WHERE kind = 'repeat-verdict' AND price > 0",
    );
    expect(usage).toEqual([{ requests: 2 }]);
  });

  it.each([
    ["the provider asks for more than ten minutes", 0, { retryAfter: 601 }],
    ["15 attempts in a row got no answer", MAX_RATE_LIMITED_ATTEMPTS - 1, {}],
  ])("fails if %s", async (_what, attempt, more) => {
    rateLimit(FIRST_QUESTION, more);
    await worker.close();
    const id = await harness.repeatVerdict(debate);
    await harness.db.query("UPDATE verdict_repeats SET attempt = $2 WHERE id = $1", [id, attempt]);
    await startWorker();
    expect(await waitForStatus(id, "failed")).toMatchObject({ winner: null, decided_at: null });
    expect(countQuestions()).toEqual([1, 0]);
  });

  it("waits for the daily budget between its questions, and does not pay twice", async () => {
    await worker.close();
    await startWorker({ DAILY_SPEND_LIMIT: "0.000001" });
    const id = await harness.repeatVerdict(debate);
    const waiting = await waitUntil(async () => {
      const row = await load(id);
      return row.deferred_for !== null && row;
    });
    expect(waiting).toMatchObject({ status: "pending", deferred_for: "site_limit" });
    expect(waiting.answers).toHaveLength(1);
    await worker.close();
    await startWorker();
    await waitForStatus(id, "complete");
    expect(countQuestions()).toEqual([1, 1]);
  });

  it("does not pay for an answer again if the worker stops between two answers", async () => {
    harness.faultIn(debate, { contains: SECOND_QUESTION, effect: "stall" });
    const id = await harness.repeatVerdict(debate);
    await waitUntil(async () => (await load(id)).answers.length === 1 && countQuestions()[1] === 1);
    await worker.close();
    await startWorker();
    await waitForStatus(id, "complete");
    expect(countQuestions()).toEqual([1, 2]);
  });
});
