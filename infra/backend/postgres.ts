import { createAdapter } from "@socket.io/postgres-adapter";
import { createPostgresBackend, withBackend } from "bullmq";
import { RateLimiterPostgres } from "rate-limiter-flexible";
import { Client, type Pool } from "pg";
import { createPool } from "../db/pool.ts";
import type { Logger } from "../logger.ts";
import { type Backend, type Hearing, PRODUCER_DEFAULTS } from "./backend.ts";

type QueueConnection = Parameters<typeof createPostgresBackend>[1]["connection"];

const { Queue, Worker } = withBackend(createPostgresBackend);

/** BullMQ's namespace in the database. */
const QUEUE_SCHEMA = "bullmq";

/**
 * The pool as the socket adapter uses it. It listens on a connection that it never gives back once
 * that is cut, so that one comes from outside the pool, which would run dry cut by cut. A
 * process that only speaks never gets one.
 */
const adapterPool = (
  databaseUrl: string,
  hearing: Hearing,
  speaking: Pool,
  logger: Logger,
): Pool => {
  const listen = async () => {
    const client = new Client({ connectionString: databaseUrl, keepAlive: true });
    client.on("error", (err) => logger.warn({ err }, "database connection lost"));
    await client.connect();
    return Object.assign(client, { release: () => client.end() });
  };
  const never = () => new Promise<never>(() => {});
  const query = speaking.query.bind(speaking);
  // It goes on connecting after it was closed.
  const connect = () => (hearing === "deaf" || speaking.ending ? never() : listen());
  // The adapter calls nothing else of a pool.
  return { connect, query } as unknown as Pool;
};

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
  const speaking = createPool({ connectionString: databaseUrl, max: 1 }, logger);
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
    socketAdapter: (hearing) =>
      createAdapter(adapterPool(databaseUrl, hearing, speaking, logger), {
        errorHandler: logError,
      }),
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
    },
    async close() {
      await Promise.allSettled(opened.map((each) => each.close()));
      await Promise.allSettled([queuePool, limiterPool, speaking].map((pool) => pool.end()));
    },
  };
};
