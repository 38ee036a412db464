import { DebateEntity } from "#infra/db/entities/debate.ts";
import type { TurnEntity } from "#infra/db/entities/turn.ts";
import { mutateRows } from "#infra/db/sql.ts";
import type { Provider } from "#shared/domain/provider.ts";
import type { RunningWorker } from "#worker/start-worker.ts";
import { describeBackends, waitUntil } from "../harness.ts";
import { WorkerHarness } from "./worker-harness.ts";

describeBackends("a provider shared by workers", (backend) => {
  let harness: WorkerHarness;
  const workers: RunningWorker[] = [];
  beforeAll(async () => {
    harness = await WorkerHarness.open(backend());
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    harness.fakes.requests.clear();
    await harness.db.query(`UPDATE provider_health SET failures = 0, open_until = NULL`);
  });
  afterEach(async () => {
    harness.fakes.faults.clear();
    for (const worker of workers.splice(0)) await worker.close();
    await harness.db.query("DELETE FROM debates WHERE user_id > 1"); // user 1 is the other tenant of `tenant-isolation.ts`
  });

  /** Starts two workers with two slots for turns each. */
  const startWorkers = async (requestsInFlight = 500) => {
    const env = backend().env({
      ...harness.variables,
      PROVIDER_REQUESTS_IN_FLIGHT: String(requestsInFlight),
    });
    const concurrency = new Map([["turns", 2] as const, ["judging", 2] as const]);
    for (const _each of [1, 2]) workers.push(await harness.startWorker({ env, concurrency }));
  };
  /** Requests the first turns of this many new debates, one after the other. */
  const askFor = async (count: number, botAProvider: Provider = "openai"): Promise<number[]> => {
    const turnIds: number[] = [];
    while (turnIds.length < count)
      turnIds.push(await harness.requestTurn(await harness.makeDebate({ botAProvider })));
    return turnIds;
  };
  const asked = () => harness.fakes.requests.all({ kind: "turn", provider: "openai" });
  const WAITING = { status: "pending", deferredFor: "openai", attempt: 0, failures: 0 } as const;
  const SPOKEN = { status: "complete", deferredFor: null, attempt: 1, failures: 0 } as const;
  const endOfPause = () => harness.db.query(`UPDATE provider_health SET open_until = now()`);

  it("gets at most its limit of concurrent requests, and other jobs wait without occupying a worker", async () => {
    await startWorkers(1);
    harness.fakes.faults.add({ kind: "turn", provider: "openai", effect: "stall", after: 5 });
    const [speaking = 0] = await askFor(1);
    await harness.turnIn(speaking, { status: "streaming" });
    const waiting = await askFor(5);
    for (const id of waiting) await harness.turnIn(id, WAITING);
    // More jobs wait for OpenAI than the workers can run at once. A job for another provider still
    // runs.
    const [other = 0] = await askFor(1, "grok");
    const judging = {
      judgingStatus: "pending",
      judgingDeferredFor: "openai",
      judgingAttempt: 0,
    } as const;
    await harness.turnIn(other, { ...SPOKEN, ...judging });
    expect(asked()).toHaveLength(1);
    await harness.db.getRepository(DebateEntity).delete((await harness.turn(speaking)).debateId);
    for (const id of waiting) await harness.turnIn(id, SPOKEN);
    await harness.turnIn(other, {
      judgingStatus: "complete",
      judgingAttempt: 1,
      judgingFailures: 0,
    });
  });

  it("is paused for all workers after repeated failures, and resumes for all after one success", async () => {
    harness.fakes.faults.add({ kind: "turn", effect: "status", status: 503, times: 100 });
    const turnIds = await askFor(5);
    await startWorkers();
    // Extends the circuit breaker's pause, so that it cannot end early on a slow machine.
    const isLeftAlone = () =>
      mutateRows(
        harness.db,
        `UPDATE provider_health SET open_until = now() + interval '1 hour'
          WHERE provider = 'openai' AND open_until > now() RETURNING provider`,
      );
    await waitUntil(async () => (await isLeftAlone()).length > 0, { what: "the fifth failure" });
    const failed: TurnEntity[] = [];
    for (const id of turnIds)
      failed.push(await harness.turnIn(id, { status: "pending", deferredFor: "openai" }));
    harness.fakes.faults.clear();
    const failures = failed.reduce((sum, turn) => sum + turn.failures, 0);
    // Five failures open the circuit breaker. Before that, other slots may have sent further
    // requests.
    expect(failures).toBeGreaterThanOrEqual(5);
    expect(failures).toBeLessThanOrEqual(8);
    const late = await askFor(2);
    for (const id of late) await harness.turnIn(id, WAITING);
    expect(asked()).toHaveLength(failures);
    await endOfPause();
    for (const id of late) await harness.turnIn(id, SPOKEN);
    for (const turn of failed)
      await harness.turnIn(turn.id, {
        ...SPOKEN,
        attempt: turn.attempt + 1,
        failures: turn.failures,
      });
    expect(asked()).toHaveLength(failures + 7);
  });

  it("is paused for all workers for the Retry-After time that one of them received", async () => {
    await startWorkers();
    harness.fakes.faults.add({ kind: "turn", effect: "status", status: 429, retryAfter: 50 });
    const [first = 0] = await askFor(1);
    await harness.turnIn(first, { failures: 1 });
    const [second = 0] = await askFor(1);
    await harness.turnIn(second, WAITING);
    // Shortens the circuit breaker's pause of 50 s to three seconds.
    await harness.db.query(
      `UPDATE provider_health SET open_until = open_until - interval '47 seconds' WHERE provider = 'openai'`,
    );
    await harness.turnIn(second, SPOKEN);
    const [refused, ...later] = asked();
    expect(later.length).toBeGreaterThan(0);
    for (const { at } of later) expect(at - (refused?.at ?? 0)).toBeGreaterThanOrEqual(2900);
  });

  it("is asked again once on a stale connection, which is no outage unless the repeat fails too", async () => {
    await startWorkers();
    const speak = async (resets: number) => {
      if (resets > 0) harness.fakes.faults.add({ kind: "turn", effect: "reset", times: resets });
      const [id = 0] = await askFor(1);
      // Also waits for the judge. Its request would otherwise take the open connection that the next
      // turn must use in this test.
      return harness.turnIn(id, { status: "complete", judgingStatus: "complete" });
    };
    await speak(0);
    expect(await speak(1)).toMatchObject({ attempt: 1, failures: 0 });
    expect(await speak(2)).toMatchObject({ attempt: 2, failures: 1 });
    // The three turns took one, two and three requests.
    expect(asked()).toHaveLength(6);
  });

  it("does not count empty answers as outages", async () => {
    await startWorkers();
    const turnIds: number[] = [];
    while (turnIds.length < 5) {
      const debate = await harness.makeDebate();
      harness.faultIn(debate, { kind: "turn", effect: "empty" });
      turnIds.push(await harness.requestTurn(debate));
    }
    for (const id of turnIds) await harness.turnIn(id, { ...SPOKEN, attempt: 2, failures: 1 });
    expect(await harness.db.query(`SELECT FROM provider_health WHERE failures > 0`)).toEqual([]);
  });

  it("is probed by the next request if the probing turn is on a refused topic", async () => {
    await startWorkers();
    const failuresSql = `UPDATE provider_health SET failures = 7, open_until = now() WHERE provider = 'openai'`;
    await harness.db.query(failuresSql);
    const refused = await harness.makeDebate({ refusal: "No.", isPublic: false });
    await harness.turnIn(await harness.requestTurn(refused), { status: "failed", attempt: 1 });
    const failing = `SELECT provider, failures FROM provider_health WHERE failures > 0`;
    expect(await harness.db.query(failing)).toEqual([{ provider: "openai", failures: 7 }]);
    const [turnId = 0] = await askFor(1);
    await harness.turnIn(turnId, SPOKEN);
    await waitUntil(async () => (await harness.db.query<object[]>(failing)).length === 0);
    expect(asked()).toHaveLength(1);
  });

  it("is found by the reconciler once it is available again without a notification", async () => {
    await startWorkers();
    await harness.db.query(
      `UPDATE provider_health SET open_until = now() + interval '1 hour' WHERE provider = 'openai'`,
    );
    const [turnId = 0] = await askFor(1);
    await harness.turnIn(turnId, WAITING);
    await harness.db.query(`UPDATE provider_health SET open_until = NULL`);
    expect(await harness.turnIn(turnId, SPOKEN)).toMatchObject({ error: null });
  });
});
