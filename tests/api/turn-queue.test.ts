import { nextTurn } from "../api-client.ts";
import { describeBackends, until } from "../harness.ts";
import { collectJobs } from "./collect-jobs.ts";
import { GENEROUS, newDebate, startTestApi, type TestApi } from "./test-api.ts";

describeBackends("a turn that is asked for", (backend) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(backend().env(GENEROUS));
  });
  afterAll(() => api.close());

  it("50 times at once is one row, one job, and the same turn for everyone", async () => {
    const jobs = await collectJobs({ ...backend().env(), databaseUrl: backend().database.url });
    const owner = await api.person();
    const debate = await newDebate(api, owner);
    const turns = await Promise.all(
      Array.from({ length: 50 }, () => nextTurn(owner.client, debate.id)),
    );
    expect(new Set(turns.map(({ id }) => id)).size).toBe(1);
    const rows = await api.sql("SELECT id FROM turns WHERE debate_id = $1", [debate.id]);
    expect(rows).toHaveLength(1);
    const sentinel = await nextTurn(owner.client, (await newDebate(api, owner)).id);
    const ids = () => jobs.taken.map(({ id }) => id);
    await until(() => ids().includes(sentinel.id));
    expect(ids()).toEqual([turns[0]?.id, sentinel.id]);
    await jobs.stop();
  });

  it("while the queue is down is accepted within a second, and its row is pending", async () => {
    const { redis } = backend();
    if (!redis) return; // without Redis the queue is where the row is
    const owner = await api.person();
    const debate = await newDebate(api, owner);
    await redis.stop();
    const askedAt = Date.now();
    const turn = await nextTurn(owner.client, debate.id);
    expect(Date.now() - askedAt).toBeLessThan(1000);
    expect(turn.status).toBe("pending");
    expect(await api.sql("SELECT status FROM turns WHERE id = $1", [turn.id])).toEqual([
      { status: "pending" },
    ]);
    expect((await api.visitor().get("/readyz")).status).toBe(503);
    expect((await api.visitor().get("/healthz")).status).toBe(200);
  });
});
