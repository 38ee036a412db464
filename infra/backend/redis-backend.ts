import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { createAdapter } from "@socket.io/redis-streams-adapter";
import { Queue, Worker } from "bullmq";
import type { Redis, RedisOptions } from "ioredis";
import { RateLimiterRedis } from "rate-limiter-flexible";
import type { Namespace } from "socket.io";
import type { Logger } from "../logger.ts";
import { createAdapterClient } from "./redis-adapter-client.ts";
import { assertRedisUsable, waitUntilConnected } from "./assert-redis-usable.ts";
import { assertWritable, monitorFailover } from "./redis-failover.ts";
import { RedisClient } from "./redis-client.ts";
import { parseRedisAddress } from "./redis-address.ts";
import {
  CONSUMER_RETRY_DELAY_MS,
  type Backend,
  forceClientsToReconnect,
  startJobsImmediately,
  FLUSH_TIMEOUT_MS,
  QUEUE_DEFAULT_OPTIONS,
  waitForConnections,
} from "./backend.ts";

const COMMAND_TIMEOUT_MS = 1000;

/** Delay between reconnects while the address leads to a replica. */
const REPLICA_RETRY_DELAY_MS = 500;

/**
 * Options of a connection for commands that may fail without harm, such as adding a job. The job's
 * row is stored, and the reconciler enqueues the job later.
 */
const FAIL_FAST_OPTIONS: RedisOptions = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 1,
  commandTimeout: COMMAND_TIMEOUT_MS,
};
/** Options of a connection for consumers and socket events, which wait for Redis indefinitely. */
const RETRY_FOREVER_OPTIONS: RedisOptions = { maxRetriesPerRequest: null };

/**
 * BullMQ pauses only while Redis is unreachable. This worker also pauses after other errors, such
 * as those of a full or read-only Redis.
 */
class ErrorDelayWorker extends Worker {
  protected override async moveToActive(...args: [token: string, name?: string]) {
    try {
      return await super.moveToActive(...args);
    } catch (err) {
      await pause(CONSUMER_RETRY_DELAY_MS, undefined, { ref: false });
      throw err;
    }
  }
}

export const openRedisBackend = async (
  redisUrl: string,
  logger: Pick<Logger, "warn">,
): Promise<Backend> => {
  const clients: Redis[] = [];
  const { url, ...tls } = parseRedisAddress(redisUrl);
  // Only the first client sends the probe that detects a failover. After a failover the other
  // clients are reconnected, because a client that only reads gets no error from a replica.
  const failover = monitorFailover(
    () => clients[0],
    () => clients.slice(1).forEach((client) => client.disconnect(true)),
  );
  const connect = (options: RedisOptions): Redis => {
    const client = new RedisClient(url, {
      ...tls,
      // Limits how long the timer of a closed client keeps the process alive.
      disconnectTimeout: 200,
      retryStrategy: (attempt) =>
        failover.isOnReplica() ? REPLICA_RETRY_DELAY_MS : Math.min(attempt * 100, 1000),
      // For ioredis, 2 means: reconnect and repeat the command. 1 means: only reconnect.
      reconnectOnError: (err) =>
        failover.detectReplica(err) && (options.maxRetriesPerRequest === null ? 2 : 1),
      ...options,
    });
    clients.push(client.on("error", (err) => logger.warn({ err }, "redis.failed")));
    return client;
  };
  const failFast = connect(FAIL_FAST_OPTIONS);
  const retrying = connect(RETRY_FOREVER_OPTIONS);
  try {
    await waitForConnections([waitUntilConnected(failFast)]);
    if (failFast.status === "ready") await assertRedisUsable(failFast, logger);
  } catch (err) {
    failover.stop();
    for (const client of clients) client.disconnect();
    throw err;
  }
  let publisher: Redis | undefined;
  const subscriptions: Promise<unknown>[] = [];
  const opened: { close(): Promise<unknown> }[] = [];
  const logError = (err: Error) => logger.warn({ err }, "queue.failed");

  return {
    name: "redis",
    producer(name) {
      const queue = new Queue(name, { connection: failFast, ...QUEUE_DEFAULT_OPTIONS });
      opened.push(queue.on("error", logError));
      return queue;
    },
    consumer(name, process, options) {
      const immediate = startJobsImmediately(process);
      const connected = { connection: retrying, ...options };
      const worker = new ErrorDelayWorker(name, immediate.process, connected);
      worker.on("error", logError).on("failed", (_job, err) => logError(err));
      opened.push(worker.on("active", immediate.active));
      return worker;
    },
    // Socket.IO calls this function with `new`, so it cannot be an arrow function.
    socketAdapter: (mode) =>
      function adapterOf(nsp: Namespace) {
        // Pipelining sends messages of the same moment in one packet.
        publisher = connect({ ...RETRY_FOREVER_OPTIONS, enableAutoPipelining: true });
        const client = createAdapterClient(publisher, mode, logError, (copy) => {
          clients.push(copy.on("ready", () => forceClientsToReconnect(nsp)));
          subscriptions.push(once(copy, "ready").catch(() => "down"));
        });
        return createAdapter(client, { onlyPlaintext: true })(nsp);
      },
    waitUntilListening: () => waitForConnections(subscriptions),
    limiter: ({ name, points, seconds }) =>
      new RateLimiterRedis({
        storeClient: failFast,
        keyPrefix: `limit:${name}`,
        points,
        duration: seconds,
      }),
    async ping() {
      await assertWritable(failFast);
    },
    async close() {
      failover.stop();
      await Promise.allSettled(opened.map((resource) => resource.close()));
      // The answer to PING arrives after all messages that were queued before it.
      const flushed = publisher?.ping().catch(logError);
      await Promise.race([flushed, pause(FLUSH_TIMEOUT_MS, undefined, { ref: false })]);
      for (const client of clients) client.disconnect();
    },
  };
};
