import { setTimeout as pause } from "node:timers/promises";
import { createAdapter } from "@socket.io/postgres-adapter";
import { createPostgresBackend, withBackend } from "bullmq";
import { RateLimiterPostgres } from "rate-limiter-flexible";
import type { Pool } from "pg";
import type { Namespace } from "socket.io";
import { isOutage } from "../db/outage.ts";
import { createPool } from "../db/pool.ts";
import { PreparingClient } from "../db/prepared.ts";
import type { Logger } from "../logger.ts";
import {
  AGAIN_MS,
  type Backend,
  beginningAtOnce,
  LAST_WORDS_MS,
  PRODUCER_DEFAULTS,
  withinGrace,
} from "./backend.ts";
import { type Listener, openListener } from "./listener.ts";
import { openPublisher } from "./publisher.ts";
import { reconnectAll } from "./reconnect-all.ts";

type QueueConnection = Parameters<typeof createPostgresBackend>[1]["connection"];

const { Queue, Worker } = withBackend(createPostgresBackend);

/** BullMQ's namespace in the database. */
const QUEUE_SCHEMA = "bullmq";

/** What BullMQ asks when it has found nothing: how long it may sleep. */
const FOUND_NOTHING = /\bnext_signal\(/;
/** What it has found before begins first, and what comes in the same moment is found together. */
const BREATH_MS = 5;

/** As much of a pool as BullMQ's consumers ask for. */
const unhurried = (pool: Pool) => {
  const late = async (err: unknown): Promise<never> => {
    await pause(AGAIN_MS, undefined, { ref: false });
    throw err;
  };
  return {
    options: pool.options,
    on: pool.on.bind(pool),
    connect: () => pool.connect().catch(late),
    async query(text: string, values: unknown[]) {
      if (FOUND_NOTHING.test(text)) await pause(BREATH_MS);
      return pool.query(text, values).catch(late);
    },
    end: () => pool.end(),
  };
};

/** Queue, sockets and rate limits on the product's own PostgreSQL. */
export const openPostgresBackend = async (
  databaseUrl: string,
  logger: Pick<Logger, "warn">,
): Promise<Backend> => {
  const connectionString = databaseUrl;
  const queuePool = createPool(
    {
      connectionString,
      // BullMQ leaves it to its connections to keep what has been parsed.
      Client: PreparingClient,
      max: 10,
      min: 2,
      // No step of a job waits for the disk: what a crash takes of the queue, the rows still have.
      options: `-c search_path=${QUEUE_SCHEMA} -c synchronous_commit=off`,
    },
    logger,
  );
  // BullMQ describes a pool a little narrower than pg's own types do.
  const connection = queuePool as unknown as QueueConnection;
  const consuming = unhurried(queuePool) as unknown as QueueConnection;
  const limiterPool = createPool({ connectionString, max: 3, min: 1 }, logger);
  // With more than one connection to speak over, events could overtake each other.
  const publishing = createPool(
    { connectionString, Client: PreparingClient, max: 1, min: 1 },
    logger,
  );
  const pools = [queuePool, limiterPool, publishing];
  const publisher = openPublisher(publishing);
  const listeners: Listener[] = [];
  const opened: { close(): Promise<unknown> }[] = [];
  const logError = (err: Error) => logger.warn({ err }, "queue error");
  await Promise.all(pools.map((pool) => pool.fill()));

  return {
    name: "postgres",
    producer(name) {
      const queue = new Queue(name, { connection, ...PRODUCER_DEFAULTS });
      opened.push(queue.on("error", logError));
      return queue;
    },
    consumer(name, process, options) {
      // For LISTEN.
      queuePool.keepOneMore();
      const atOnce = beginningAtOnce(process);
      const begin = () => {
        const worker = new Worker(name, atOnce.process, { connection: consuming, ...options });
        worker.on("error", logError).on("failed", (_job, err) => logError(err));
        worker.on("active", atOnce.active);
        const failure = worker.waitUntilReady().then(
          () => null,
          (err: unknown) => ({ err }),
        );
        return { worker, failure };
      };
      let current = begin();
      let isClosing = false;
      const consumer = {
        async run() {
          let failure = await current.failure;
          while (failure) {
            if (!isOutage(failure.err)) throw failure.err;
            logger.warn(failure, "queue error");
            // BullMQ remembers for ever that it found no queue; it would not even ask again.
            await current.worker.close();
            await pause(AGAIN_MS);
            if (isClosing) return;
            current = begin();
            failure = await current.failure;
          }
          await current.worker.run();
        },
        // While it is getting ready, BullMQ would take its connection for LISTEN after it gave all
        // back, and the pool would wait for that one for ever.
        async close() {
          isClosing = true;
          await current.failure;
          await current.worker.close();
        },
      };
      opened.push(consumer);
      return consumer;
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
    hears: () => withinGrace(listeners.map(({ heard }) => heard)),
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
      if (!listeners.every((listener) => listener.isHearing()))
        throw new Error("what others say is not heard");
    },
    async close() {
      await Promise.allSettled(opened.map((each) => each.close()));
      await Promise.race([publisher.finish(), pause(LAST_WORDS_MS, undefined, { ref: false })]);
      await Promise.allSettled(pools.map((pool) => pool.end()));
    },
  };
};
