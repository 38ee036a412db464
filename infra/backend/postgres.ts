import { setTimeout as pause } from "node:timers/promises";
import { createAdapter } from "@socket.io/postgres-adapter";
import { createPostgresBackend, withBackend } from "bullmq";
import { RateLimiterPostgres } from "rate-limiter-flexible";
import type { Pool } from "pg";
import type { Namespace } from "socket.io";
import { createPool } from "../db/pool.ts";
import type { Logger } from "../logger.ts";
import { type Backend, LAST_WORDS_MS, PRODUCER_DEFAULTS } from "./backend.ts";
import { type Listener, openListener } from "./listener.ts";
import { openPublisher } from "./publisher.ts";
import { reconnectAll } from "./reconnect-all.ts";

type QueueConnection = Parameters<typeof createPostgresBackend>[1]["connection"];

const { Queue, Worker } = withBackend(createPostgresBackend);

/** BullMQ's namespace in the database. */
const QUEUE_SCHEMA = "bullmq";

/** Queue, sockets and rate limits on the product's own PostgreSQL. */
export const openPostgresBackend = (databaseUrl: string, logger: Logger): Backend => {
  // Every consumer keeps one connection for LISTEN, so the queues' pool is the larger one.
  const queuePool = createPool(
    { connectionString: databaseUrl, max: 10, options: `-c search_path=${QUEUE_SCHEMA}` },
    logger,
  );
  // BullMQ describes a pool a little narrower than pg's own types do.
  const connection = queuePool as unknown as QueueConnection;
  const limiterPool = createPool({ connectionString: databaseUrl, max: 3 }, logger);
  // With more than one connection to speak over, events could overtake each other.
  const publishing = createPool({ connectionString: databaseUrl, max: 1 }, logger);
  const publisher = openPublisher(publishing);
  const listeners: Listener[] = [];
  const opened: { close(): Promise<unknown> }[] = [];
  const logError = (err: Error) => logger.warn({ err }, "queue error");

  return {
    name: "postgres",
    producer(name) {
      const queue = new Queue(name, { connection, ...PRODUCER_DEFAULTS });
      opened.push(queue.on("error", logError));
      return queue;
    },
    consumer(name, process, options) {
      const worker = new Worker(name, process, { connection, ...options });
      opened.push(worker.on("error", logError).on("failed", (_job, err) => logError(err)));
      return worker;
    },
    // Called with `new`, which an arrow function does not suffer.
    socketAdapter: (hearing) =>
      function adapterOf(nsp: Namespace) {
        const connect = async () => {
          if (hearing === "deaf") return new Promise<never>(() => {});
          const listener = openListener(databaseUrl, () => reconnectAll(nsp), logger);
          listeners.push(listener);
          return listener.client;
        };
        // The adapter asks nothing else of a pool.
        const pool = { connect, query: publisher.query } as unknown as Pool;
        return createAdapter(pool, { errorHandler: logError })(nsp);
      },
    limiter: ({ name, points, seconds }) =>
      new RateLimiterPostgres({
        storeClient: limiterPool,
        tableName: "rate_limits",
        tableCreated: true,
        keyPrefix: name,
        points,
        duration: seconds,
      }),
    async ping() {
      await limiterPool.query("SELECT 1");
      if (!listeners.every((listener) => listener.isHearing()))
        throw new Error("what others say is not heard");
    },
    async close() {
      await Promise.allSettled(opened.map((each) => each.close()));
      await Promise.race([publisher.finish(), pause(LAST_WORDS_MS, undefined, { ref: false })]);
      await Promise.allSettled([queuePool, limiterPool, publishing].map((pool) => pool.end()));
    },
  };
};
