import { Client } from "pg";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { Readiness } from "#shared/contract/health.ts";
import { Turn } from "#shared/contract/debates/turn.ts";
import { requestNextTurn } from "../helpers/api-client.ts";
import { describeBackends, measureFastest, waitUntil } from "../harness.ts";
import { createMemoryLogger } from "../helpers/memory-logger.ts";
import { completesWithoutLockWait } from "../helpers/lock-waits.ts";
import { collectJobs } from "./collect-jobs.ts";
import {
  UNLIMITED_VARIABLES,
  createPaidDebate,
  type TestUser,
  startTestApi,
  type TestApi,
} from "./test-api.ts";

describeBackends("a requested turn", (backend) => {
  let api: TestApi;
  const log = createMemoryLogger();
  beforeAll(async () => {
    api = await startTestApi(backend().env(UNLIMITED_VARIABLES), { logger: log.logger });
  });
  afterAll(() => api.close());

  it("50 times at once is one row, one job and the same turn for everyone", async () => {
    const jobs = await collectJobs({ ...backend().env(), databaseUrl: backend().database.url });
    const owner = await api.person();
    const debate = await createPaidDebate(api, owner);
    const turns = await Promise.all(
      Array.from({ length: 50 }, () => requestNextTurn(owner.client, debate.id)),
    );
    expect(new Set(turns.map(({ id }) => id)).size).toBe(1);
    const rows = await api.sql("SELECT id FROM turns WHERE debate_id = $1", [debate.id]);
    expect(rows).toHaveLength(1);
    owner.client.headers = { "x-request-id": "the-last-one" };
    const sentinel = await requestNextTurn(owner.client, (await createPaidDebate(api, owner)).id);
    const ids = () => jobs.collected.map(({ id }) => id);
    await waitUntil(() => ids().includes(sentinel.id));
    expect(ids()).toEqual([turns[0]?.id, sentinel.id]);
    // The request log connects the request with its job and turn.
    expect(jobs.collected.at(-1)?.requestId).toBe("the-last-one");
    const asked = { requestId: "the-last-one", turnId: sentinel.id, status: 202 };
    expect(log.lines).toContainEqual(expect.objectContaining(asked));
    await jobs.stop();
  });

  it("counts against the user's limit of open turns, also in concurrent requests", async () => {
    const limits = { ...UNLIMITED_VARIABLES, LIMIT_OPEN_TURNS_PER_USER: "3" };
    const strict = await startTestApi(backend().env(limits));
    const [owner, newUser] = [await strict.person(), await strict.person()];
    const debates: Debate[] = [];
    for (let n = 0; n < 8; n++) debates.push(await createPaidDebate(strict, owner));
    const requestTurn = (who: TestUser) => (debate: Debate) =>
      who.client.post(`/api/debates/${debate.id}/turns`);
    const answers = await Promise.all(debates.map(requestTurn(owner)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([202, 202, 202, 429, 429, 429, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get("retry-after")).toBe("5");
    expect(refused?.error).toEqual({
      code: "too_many_requests",
      message: "You have 3 turns in progress. Please wait until one of them is finished.",
    });

    // A turn's priority is the number of its user's open turns. Another user's turn gets 0.
    const priorities = () =>
      strict.sql("SELECT priority FROM turns WHERE asked_by = $1 ORDER BY id", [owner.user.id]);
    expect(await priorities()).toEqual([0, 1, 2].map((priority) => ({ priority })));
    const free = debates.find((_, n) => statuses[n] === 429);
    const underWay = debates.find((_, n) => statuses[n] === 202);
    if (!free || !underWay) throw new Error("all were asked for, or none");
    const otherTurn = (await requestTurn(newUser)(free)).as(Turn);
    expect(await strict.sql("SELECT priority FROM turns WHERE id = $1", [otherTurn.id])).toEqual([
      { priority: 0 },
    ]);

    // A running turn is returned. A failed one is restarted only within the limit.
    expect((await requestTurn(owner)(underWay)).status).toBe(202);
    await strict.sql("UPDATE turns SET status = 'failed' WHERE id = $1", [otherTurn.id]);
    expect((await requestTurn(owner)(free)).status).toBe(429);
    await strict.sql("UPDATE turns SET status = 'failed' WHERE debate_id = $1", [underWay.id]);
    expect((await requestTurn(owner)(free)).status).toBe(202);
    expect((await requestTurn(owner)(underWay)).status).toBe(429);

    // A user's turns are counted under a lock, so a concurrent request waits and then counts the
    // added row.
    const hasty = await strict.person();
    const others: Debate[] = [];
    for (let n = 0; n < 4; n++) others.push(await createPaidDebate(strict, hasty));
    const [wanted, ...adding] = others.map(({ id }) => id);
    const holder = new Client({ connectionString: backend().database.url });
    await holder.connect();
    await holder.query("BEGIN");
    await holder.query("SELECT turns_under_way($1)", [hasty.user.id]);
    await holder.query(
      `INSERT INTO turns (debate_id, turn_number, role, type, asked_by)
       SELECT id, 1, 'bot_a', 'opening', $2 FROM unnest($1::int[]) AS id`,
      [adding, hasty.user.id],
    );
    const asked = hasty.client.post(`/api/debates/${wanted}/turns`);
    expect(await completesWithoutLockWait({ query: strict.sql }, asked)).toBe(false);
    await holder.query("COMMIT");
    expect((await asked).status).toBe(429);
    await holder.end();
    await strict.close();
  });

  it("is accepted within a second while the queue is down, and its row is pending", async () => {
    const { redis } = backend();
    if (!redis) return; // without Redis, the queue is in the same database as the row
    const owner = await api.person();
    const debates: Debate[] = [];
    while (debates.length < 3) debates.push(await createPaidDebate(api, owner));
    await redis.stop();
    const acceptedInMs = async () => {
      const askedAt = Date.now();
      const turn = await requestNextTurn(owner.client, debates.pop()?.id ?? 0);
      const tookMs = Date.now() - askedAt;
      expect(turn.status).toBe("pending");
      expect(await api.sql("SELECT status FROM turns WHERE id = $1", [turn.id])).toEqual([
        { status: "pending" },
      ]);
      return tookMs;
    };
    expect(await measureFastest(1000, acceptedInMs)).toBeLessThan(1000);
    // The API stays ready, since everything else works without a queue.
    const ready = await api.visitor().get("/readyz");
    expect([ready.status, ready.as(Readiness)]).toEqual([
      200,
      { ready: true, database: true, queue: false },
    ]);
    expect((await api.visitor().get("/healthz")).status).toBe(200);
  });
});
