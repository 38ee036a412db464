import { setTimeout as pause } from "node:timers/promises";
import { createAdapter } from "@socket.io/postgres-adapter";
import { createPostgresBackend, withBackend } from "bullmq";
import { RateLimiterPostgres } from "rate-limiter-flexible";
import type { Pool } from "pg";
import type { Namespace } from "socket.io";
import { isOutage } from "../db/connection/database-errors.ts";
import { createPool } from "../db/connection/warm-pool.ts";
import { PreparedStatementClient } from "../db/connection/prepared-statements.ts";
import type { Logger } from "../logger.ts";
import {
  CONSUMER_RETRY_DELAY_MS,
  type Backend,
  forceClientsToReconnect,
  startJobsImmediately,
  FLUSH_TIMEOUT_MS,
  QUEUE_DEFAULT_OPTIONS,
  waitForConnections,
} from "./backend.ts";
import { type PostgresSubscriber, openPostgresSubscriber } from "./postgres-subscriber.ts";
import { openPostgresPublisher } from "./postgres-publisher.ts";

type QueueConnection = Parameters<typeof createPostgresBackend>[1]["connection"];

const { Queue, Worker } = withBackend(createPostgresBackend);

const QUEUE_SCHEMA = "bullmq";

/** BullMQ sends this query after a poll without jobs, to find out how long to sleep. */
const EMPTY_QUEUE_QUERY = /\bnext_signal\(/;
/**
 * Delay before `EMPTY_QUEUE_QUERY` is sent. The jobs of the previous poll start first, and the next
 * poll finds all jobs that were added meanwhile.
 */
const EMPTY_QUEUE_DELAY_MS = 5;

/**
 * Wraps the pool for BullMQ's consumers. Errors are delayed, because a consumer would otherwise
 * poll in a tight loop during an outage.
 */
const withErrorDelay = (pool: Pool) => {
  const rethrowWithDelay = async (err: unknown): Promise<never> => {
    await pause(CONSUMER_RETRY_DELAY_MS, undefined, { ref: false });
    throw err;
  };
  return {
    options: pool.options,
    on: pool.on.bind(pool),
    connect: () => pool.connect().catch(rethrowWithDelay),
    async query(text: string, values: unknown[]) {
      if (EMPTY_QUEUE_QUERY.test(text)) await pause(EMPTY_QUEUE_DELAY_MS);
      return pool.query(text, values).catch(rethrowWithDelay);
    },
    end: () => pool.end(),
  };
};

export const openPostgresBackend = async (
  databaseUrl: string,
  logger: Pick<Logger, "warn">,
): Promise<Backend> => {
  const connectionString = databaseUrl;
  const queuePool = createPool(
    {
      connectionString,
      // BullMQ expects the client to prepare its statements.
      Client: PreparedStatementClient,
      max: 10,
      min: 2,
      // Writes to the queue do not wait for the disk. After a crash the reconciler enqueues lost
      // jobs from their rows.
      settings: { search_path: QUEUE_SCHEMA, synchronous_commit: "off" },
    },
    logger,
  );
  // The casts are needed because BullMQ declares a narrower type for a pool than the package `pg`.
  const connection = queuePool as unknown as QueueConnection;
  const consumerConnection = withErrorDelay(queuePool) as unknown as QueueConnection;
  const limiterPool = createPool({ connectionString, max: 3, min: 1 }, logger);
  // A single connection keeps the events in order.
  const publisherPool = createPool(
    { connectionString, Client: PreparedStatementClient, max: 1, min: 1 },
    logger,
  );
  const pools = [queuePool, limiterPool, publisherPool];
  const publisher = openPostgresPublisher(publisherPool);
  const listeners: PostgresSubscriber[] = [];
  const opened: { close(): Promise<unknown> }[] = [];
  const logError = (err: Error) => logger.warn({ err }, "queue.failed");
  await Promise.all(pools.map((pool) => pool.fill()));

  return {
    name: "postgres",
    producer(name) {
      const queue = new Queue(name, { connection, ...QUEUE_DEFAULT_OPTIONS });
      opened.push(queue.on("error", logError));
      return queue;
    },
    consumer(name, process, options) {
      // BullMQ's worker keeps one connection of the pool permanently, for LISTEN.
      queuePool.raiseMinimum();
      const immediate = startJobsImmediately(process);
      const startWorker = () => {
        const worker = new Worker(name, immediate.process, {
          connection: consumerConnection,
          ...options,
        });
        worker.on("error", logError).on("failed", (_job, err) => logError(err));
        worker.on("active", immediate.active);
        const failure = worker.waitUntilReady().then(
          () => null,
          (err: unknown) => ({ err }),
        );
        return { worker, failure };
      };
      let current = startWorker();
      let isClosing = false;
      const consumer = {
        async run() {
          let failure = await current.failure;
          while (failure) {
            if (!isOutage(failure.err)) throw failure.err;
            logger.warn(failure, "queue.failed");
            // BullMQ caches a failed initialization. Only a new worker tries again.
            await current.worker.close();
            await pause(CONSUMER_RETRY_DELAY_MS);
            if (isClosing) return;
            current = startWorker();
            failure = await current.failure;
          }
          await current.worker.run();
        },
        // Waits until BullMQ's worker has started or failed. Otherwise the worker could take its
        // LISTEN connection after `close`, and the pool would never end.
        async close() {
          isClosing = true;
          await current.failure;
          await current.worker.close();
        },
      };
      opened.push(consumer);
      return consumer;
    },
    // Socket.IO calls this function with `new`, so it cannot be an arrow function.
    socketAdapter: (mode) =>
      function adapterOf(nsp: Namespace) {
        const connect = async () => {
          if (mode === "publish-only") return new Promise<never>(() => {});
          const listener = openPostgresSubscriber(
            databaseUrl,
            () => forceClientsToReconnect(nsp),
            logger,
          );
          listeners.push(listener);
          return listener.client;
        };
        // The adapter uses only these two methods of the pool.
        const pool = { connect, query: publisher.query } as unknown as Pool;
        return createAdapter(pool, { errorHandler: logError })(nsp);
      },
    waitUntilListening: () =>
      waitForConnections(listeners.map(({ firstListening }) => firstListening)),
    limiter: ({ name, points, seconds }) =>
      new RateLimiterPostgres({
        storeClient: limiterPool,
        storeType: "pool",
        tableName: "rate_limits",
        tableCreated: true,
        keyPrefix: name,
        points,
        duration: seconds,
      }),
    async ping() {
      await limiterPool.query("SELECT 1");
      if (!listeners.every((listener) => listener.isListening()))
        throw new Error("the LISTEN connection is down");
    },
    async close() {
      await Promise.allSettled(opened.map((resource) => resource.close()));
      await Promise.race([publisher.finish(), pause(FLUSH_TIMEOUT_MS, undefined, { ref: false })]);
      await Promise.allSettled(pools.map((pool) => pool.end()));
    },
  };
};
