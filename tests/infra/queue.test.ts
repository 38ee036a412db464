import { Client } from "pg";
import { execFileSync } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { Redis } from "ioredis";
import type { Backend } from "#infra/backend/backend.ts";
import { openBackend } from "#infra/backend/open-backend.ts";
import { createQueueConsumer, type JobHandlers } from "#infra/queue/queue-consumer.ts";
import { createEnqueue } from "#infra/queue/enqueue.ts";
import { runSql } from "../bench/support/run-sql.ts";
import { startDatabaseProxy } from "../helpers/postgres-proxy/database-proxy.ts";
import {
  describeBackends,
  createTestDatabase,
  type TestBackend,
  testLogger,
  waitUntil,
} from "../harness.ts";
import { createMemoryLogger } from "../helpers/memory-logger.ts";

const IDLE: JobHandlers = {
  "generate-turn": async () => {},
  "judge-turn": async () => {},
  "judge-debate": async () => {},
  moderate: async () => {},
  "synthesize-speech": async () => {},
  "send-mail": async () => {},
  "export-data": async () => {},
  "auto-play": async () => {},
  cleanup: async () => {},
  "rank-models": async () => {},
  "check-model": async () => {},
  "repeat-verdict": async () => {},
  "judge-in-panel": async () => {},
  "audit-judge": async () => {},
};

it("a job with an unknown name fails with a message for the log", async () => {
  const processors: Parameters<Backend["consumer"]>[1][] = [];
  const consumer: Backend["consumer"] = (_queue, process) => {
    processors.push(process);
    return { run: async () => undefined, close: async () => undefined };
  };
  createQueueConsumer({ consumer } as Backend, "turns", () => IDLE, 1);
  const job = { name: "translate-turn", data: { turnId: 7 }, opts: {} };
  await expect(processors[0]?.(job as never)).rejects.toThrow("no such job: translate-turn");
});

describeBackends("the queue", (backend) => {
  let open: Backend;
  const done: number[] = [];

  beforeAll(async () => {
    open = await openBackend(
      { ...backend().env(), databaseUrl: backend().database.url },
      testLogger,
    );
    const handlers: JobHandlers = {
      ...IDLE,
      "generate-turn": async ({ turnId }) => void done.push(turnId),
    };
    void createQueueConsumer(open, "turns", () => handlers, 2).run();
  });
  afterAll(() => open.close());

  it("delivers ids to the job's handler", async () => {
    await createEnqueue(open)("generate-turn", { turnId: 7 }, { attempt: 0 });
    await waitUntil(() => done.includes(7));
  });

  it("accepts the same job and attempt once while it waits", async () => {
    const enqueue = createEnqueue(open);
    const later = { attempt: 3, delayMs: 3000 };
    await Promise.all([1, 2, 3].map(() => enqueue("generate-turn", { turnId: 8 }, later)));
    await enqueue("generate-turn", { turnId: 9 }, { attempt: 0, delayMs: 3500 });
    await waitUntil(() => done.includes(9));
    expect(done.filter((id) => id === 8)).toHaveLength(1);
  });

  it("accepts the same job again after it has finished", async () => {
    const enqueue = createEnqueue(open);
    await enqueue("generate-turn", { turnId: 10 }, { attempt: 1 });
    await waitUntil(() => done.includes(10));
    await waitUntil(async () => {
      await enqueue("generate-turn", { turnId: 10 }, { attempt: 1 });
      return done.filter((id) => id === 10).length > 1;
    });
  });

  it("processes jobs by priority, whenever they were added", async () => {
    const enqueue = createEnqueue(open);
    const order: number[] = [];
    for (const [recordingId, priority] of [
      [1, 2],
      [2, 1],
      [3, 2],
      [4, 0],
      [5, 1],
    ] as const)
      await enqueue("synthesize-speech", { recordingId }, { attempt: 0, priority });
    const recordOrder = async ({ recordingId }: { recordingId: number }) =>
      void order.push(recordingId);
    const consumer = createQueueConsumer(
      open,
      "speech",
      () => ({ ...IDLE, "synthesize-speech": recordOrder }),
      1,
    );
    void consumer.run();
    await waitUntil(() => order.length === 5);
    expect(order).toEqual([4, 2, 5, 1, 3]);
    await consumer.close();
  });

  it("closes completely even if it is closed while it opens", async () => {
    const env = { ...backend().env(), databaseUrl: backend().database.url };
    const brief = await openBackend(env, testLogger);
    const consumer = createQueueConsumer(brief, "turns", () => IDLE, 1);
    void consumer.run();
    await consumer.close();
    await expect(brief.close()).resolves.toBeUndefined();
  });
});

/** Scripts that print the number of active turns in the queue at the URL in their argument. */
const COUNT_ACTIVE_JOBS = {
  redis: `const client = new (require("ioredis").Redis)(process.argv[1]);
    client.llen("bull:turns:active").then((n) => (console.log(n), client.disconnect()));`,
  postgres: `const client = new (require("pg").Client)(process.argv[1]);
    client.connect()
      .then(() => client.query("SELECT count(*) FROM bullmq.job WHERE state = 'active'"))
      .then(({ rows }) => (console.log(rows[0].count), client.end()));`,
};

/** Returns the number of active jobs. Another process counts them, because this one is blocked. */
const countTaken = ({ name, redis, database }: TestBackend): number =>
  Number(
    execFileSync(process.execPath, ["-e", COUNT_ACTIVE_JOBS[name], redis?.url ?? database.url]),
  );

describeBackends("jobs added at the same time", (backend) => {
  it("start as soon as each is taken, without waiting for the others", async () => {
    const open = await openBackend(
      { ...backend().env(), databaseUrl: backend().database.url },
      testLogger,
    );
    for (const turnId of [1, 2, 3])
      await createEnqueue(open)("generate-turn", { turnId }, { attempt: 0 });
    const takenCounts: number[] = [];
    const over = new EventEmitter();
    const isOver = once(over, "over");
    const handlers: JobHandlers = {
      ...IDLE,
      "generate-turn": async () => void (takenCounts.push(countTaken(backend())), await isOver),
    };
    void createQueueConsumer(open, "turns", () => handlers, 5).run();
    await waitUntil(() => takenCounts.length === 3);
    over.emit("over");
    await open.close();
    expect(takenCounts).toEqual([1, 2, 3]);
  });

  it("fail independently", async () => {
    const { logger, lines } = createMemoryLogger();
    const env = { ...backend().env(), databaseUrl: backend().database.url };
    const open = await openBackend(env, logger);
    const done: number[] = [];
    const handlers: JobHandlers = {
      ...IDLE,
      "generate-turn": async ({ turnId }) => {
        if (turnId === 1) throw new Error("the first fails");
        done.push(turnId);
      },
    };
    for (const turnId of [1, 2])
      await createEnqueue(open)("generate-turn", { turnId }, { attempt: 0 });
    void createQueueConsumer(open, "turns", () => handlers, 5).run();
    await waitUntil(() => lines.some(({ msg }) => msg === "queue.failed"));
    await waitUntil(() => done.includes(2));
    await open.close();
    expect(done).toEqual([2]);
  });
});

describeBackends("a queue that answers with errors", (backend) => {
  /** Makes every query of the queue fail, while the connections stay open. */
  const breakQueue = async () => {
    const { redis } = backend();
    if (!redis) return runSql(backend(), "ALTER SCHEMA bullmq RENAME TO elsewhere");
    const client = new Redis(redis.url);
    await client.set("bull:turns:wait", "no list");
    return client.quit();
  };

  it("is polled a few times a second, not continuously", async () => {
    const { logger, lines } = createMemoryLogger();
    const env = { ...backend().env(), databaseUrl: backend().database.url };
    const open = await openBackend(env, logger);
    const starts = new EventEmitter();
    const job = once(starts, "job");
    const spoilt = once(starts, "spoilt");
    const busy: JobHandlers = {
      ...IDLE,
      "generate-turn": async () => void (starts.emit("job"), await spoilt),
    };
    void createQueueConsumer(open, "turns", () => busy, 1).run();
    for (const turnId of [1, 2])
      await createEnqueue(open)("generate-turn", { turnId }, { attempt: 0 });
    await job;
    await breakQueue();
    const startedAt = performance.now();
    starts.emit("spoilt");
    const failed = () => lines.filter(({ msg }) => msg === "queue.failed").length;
    await waitUntil(() => failed() >= 6);
    const took = performance.now() - startedAt;
    await open.close();
    expect(took).toBeGreaterThan(1000);
  });
});

describe("the PostgreSQL queue", () => {
  it("writes jobs without waiting for the disk, even if the database's default waits", async () => {
    const database = await createTestDatabase();
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const { pathname } = new URL(database.url);
    await client.query(`
      ALTER DATABASE ${pathname.slice(1)} SET synchronous_commit = on;
      CREATE TABLE public.noted AS SELECT ''::text AS waits WHERE false;
      CREATE FUNCTION public.note() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          INSERT INTO public.noted SELECT current_setting('synchronous_commit');
          RETURN NULL;
        END $$;
      CREATE TRIGGER note AFTER INSERT OR UPDATE OR DELETE ON bullmq.job
        EXECUTE FUNCTION public.note()`);
    const open = await openBackend({ redisUrl: undefined, databaseUrl: database.url }, testLogger);
    const done: number[] = [];
    const handlers: JobHandlers = {
      ...IDLE,
      "generate-turn": async ({ turnId }) => void done.push(turnId),
    };
    const running = createQueueConsumer(open, "turns", () => handlers, 1).run();
    await createEnqueue(open)("generate-turn", { turnId: 7 }, { attempt: 0 });
    await waitUntil(() => done.length > 0);
    await open.close();
    await running;
    const { rows } = await client.query("SELECT DISTINCT waits FROM public.noted");
    expect(rows).toEqual([{ waits: "off" }]);
    await client.end();
    await database.drop();
  });
});

describe("the PostgreSQL queue of an unavailable database", () => {
  it("is polled a few times a second, not continuously", async () => {
    const { logger, lines } = createMemoryLogger();
    const database = await createTestDatabase();
    const open = await openBackend({ redisUrl: undefined, databaseUrl: database.url }, logger);
    void createQueueConsumer(open, "turns", () => IDLE, 2).run();
    await createEnqueue(open)("generate-turn", { turnId: 7 }, { attempt: 0 });
    await database.drop();
    const failures = () => lines.filter(({ msg }) => msg === "queue.failed").length;
    await waitUntil(() => failures() > 0);
    const [startedAt, before] = [performance.now(), failures()];
    await waitUntil(() => failures() > before + 8);
    expect(performance.now() - startedAt).toBeGreaterThan(1500);
    await open.close();
  });

  it("serves a consumer that started during the outage", async () => {
    const database = await createTestDatabase();
    const wire = await startDatabaseProxy(database.url);
    const open = await openBackend({ redisUrl: undefined, databaseUrl: wire.url }, testLogger);
    const asked = wire.hold(/bullmq.*migration/s, { at: "request" });
    const done: number[] = [];
    const handlers: JobHandlers = {
      ...IDLE,
      "generate-turn": async ({ turnId }) => void done.push(turnId),
    };
    const running = createQueueConsumer(open, "turns", () => handlers, 2).run();
    await asked.reached;
    asked.drop();
    await createEnqueue(open)("generate-turn", { turnId: 7 }, { attempt: 0 });
    await waitUntil(() => done.length > 0);
    await open.close();
    await running;
    await wire.cut();
    await database.drop();
  });

  it("rejects a consumer when its schema does not exist", async () => {
    const database = await createTestDatabase();
    const open = await openBackend({ redisUrl: undefined, databaseUrl: database.url }, testLogger);
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query("DROP SCHEMA bullmq CASCADE");
    await client.end();
    await expect(createQueueConsumer(open, "turns", () => IDLE, 2).run()).rejects.toThrow(/migrat/);
    await open.close();
    await database.drop();
  });
});
