import { assertSessionPooling } from "#infra/db/connection/assert-session-pooling.ts";
import { COMMAND_CONNECTIONS, createDataSource } from "#infra/db/connection/data-source.ts";
import { migrateDatabase } from "#infra/db/migrate.ts";
import { startApi } from "#api/start-api.ts";
import { startWorker } from "#worker/start-worker.ts";
import {
  createDebateWith,
  fetchTurns,
  registerUser,
  requestNextTurn,
} from "../helpers/api-client.ts";
import { startPgBouncer, type TestPgBouncer } from "../helpers/pgbouncer.ts";
import { startTestStack, type TestStack } from "../helpers/test-stack.ts";
import { watchDebate } from "../helpers/debate-watcher.ts";
import { openTestBackend, type TestBackend, testLogger, waitUntil } from "../harness.ts";
import { describeWith } from "../setup/server-programs.ts";

describeWith("pgbouncer")("PgBouncer", () => {
  let backend: TestBackend;
  let pooler: TestPgBouncer | undefined;
  const usePooler = async (settings: Record<string, string | number>) => {
    pooler = await startPgBouncer(backend.database.url, settings);
    return pooler.url;
  };
  beforeAll(async () => {
    backend = await openTestBackend("postgres");
  });
  afterEach(async () => {
    await pooler?.stop();
    pooler = undefined;
  });
  afterAll(() => backend.database.drop());

  describe.each([
    ["in session mode", {}],
    ["that drops startup parameters", { ignore_startup_parameters: "options" }],
  ])("%s", (_, settings) => {
    let stack: TestStack | undefined;
    afterEach(async () => {
      await stack?.stop();
      stack = undefined;
    });

    it("carries a turn through the queue to a worker, and its text to watchers", async () => {
      const url = await usePooler({ pool_mode: "session", ...settings });
      stack = await startTestStack(backend, { variables: { DATABASE_URL: url } });
      const user = await registerUser(stack.origin);
      const { id } = await createDebateWith(user);
      const watcher = await watchDebate(stack.origin, id, user.cookie);
      await requestNextTurn(user, id);
      const [turn] = await waitUntil(async () => {
        const turns = await fetchTurns(user, id);
        return turns[0]?.status === "complete" && turns;
      });
      await waitUntil(() => watcher.textOf(turn?.id ?? 0) === turn?.content);
      expect(watcher.named("turn:delta")).not.toEqual([]);
      watcher.close();
    });

    it("keeps the lock timeout of migrations", async () => {
      const url = await usePooler({ pool_mode: "session", ...settings });
      const options = { ...COMMAND_CONNECTIONS, lockTimeoutMs: 1234 };
      const db = await createDataSource(url, options).initialize();
      expect(await db.query("SHOW lock_timeout")).toEqual([{ lock_timeout: "1234ms" }]);
      await db.destroy();
      const holder = await createDataSource(backend.database.url).initialize();
      const lock = holder.createQueryRunner();
      await lock.startTransaction();
      await lock.query("LOCK TABLE bullmq.migration");
      const migrated = migrateDatabase(url, { lockTimeoutMs: 10, retryDelayMs: 1 });
      await expect(migrated).rejects.toThrow("Another session keeps a table locked.");
      await lock.rollbackTransaction();
      await lock.release();
      await holder.destroy();
      await migrateDatabase(url);
    });
  });

  it.each([
    ["transaction", {}],
    ["transaction", { server_round_robin: 1 }],
    ["transaction", { default_pool_size: 1 }],
    ["transaction", { default_pool_size: 2, server_round_robin: 1 }],
    ["statement", {}],
  ])("in %s mode (%j) is refused at the start, with what to do", async (mode, settings) => {
    const url = await usePooler({ pool_mode: mode, ...settings });
    const options = { env: backend.env({ DATABASE_URL: url }), logger: testLogger };
    const advice = "Use its session mode (PgBouncer: pool_mode = session)";
    await expect(startApi(options)).rejects.toThrow(advice);
    await expect(startWorker({ ...options, concurrency: new Map() })).rejects.toThrow(advice);
    await expect(migrateDatabase(url)).rejects.toThrow(advice);
  });

  it.each([0, 1])(
    "in transaction mode is recognized among many idle and busy sessions (server_round_robin=%i)",
    async (server_round_robin) => {
      const url = await usePooler({ pool_mode: "transaction", server_round_robin });
      const db = await createDataSource(url, {
        poolSize: 20,
        min: 20,
        queryTimeoutMs: 0,
      }).initialize();
      const sleepInAll = (seconds: number) =>
        Promise.all(Array.from({ length: 20 }, () => db.query(`SELECT pg_sleep(${seconds})`)));
      const expectRefusal = () =>
        expect(assertSessionPooling(url)).rejects.toThrow("Use its session mode");
      await sleepInAll(0.1);
      await expectRefusal();
      const over = new AbortController();
      const load = (async () => {
        while (!over.signal.aborted) await sleepInAll(0.001);
      })();
      for (let times = 0; times < 10; times++) await expectRefusal();
      over.abort();
      await load;
      await db.destroy();
    },
  );
});
