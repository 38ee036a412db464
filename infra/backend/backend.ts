import { setTimeout as pause } from "node:timers/promises";
import type { Job, JobsOptions, Processor, QueueOptions, WorkerOptions } from "bullmq";
import type { RateLimiterAbstract } from "rate-limiter-flexible";
import type { Namespace, ServerOptions } from "socket.io";

/** Rate limit: `points` per window of `seconds`. */
export interface RateLimitRule {
  name: string;
  points: number;
  seconds: number;
}

export interface JobProducer {
  add(name: string, payload: object, options: JobsOptions): Promise<unknown>;
}

export type ConsumerOptions = Pick<
  WorkerOptions,
  "concurrency" | "lockDuration" | "stalledInterval" | "maxStalledCount" | "autorun"
>;

export interface JobConsumer {
  /**
   * Takes jobs until closed, and waits while the backend is down. Rejects on errors that waiting
   * cannot fix.
   */
  run(): Promise<void>;
  /** Takes no more jobs and waits for running ones. */
  close(): Promise<void>;
}

/** Whether the process receives socket events of other processes or only publishes its own. */
export type AdapterMode = "listening" | "publish-only";

export interface Backend {
  name: "postgres" | "redis";
  /** Returns a producer of jobs, which fails fast while the backend is down. */
  producer(queue: string): JobProducer;
  /**
   * Returns a consumer of jobs, which waits indefinitely for the backend. It is not started yet.
   */
  consumer(queue: string, process: Processor, options: ConsumerOptions): JobConsumer;
  /** Carries socket events between processes. A publish-only process receives none. */
  socketAdapter(mode: AdapterMode): NonNullable<ServerOptions["adapter"]>;
  /**
   * Resolves when the process has subscribed to the events of other processes, or after 1 s. The
   * subscription disconnects all sockets that connected before, because they may have missed
   * events.
   */
  waitUntilListening(): Promise<unknown>;
  limiter(rule: RateLimitRule): RateLimiterAbstract;
  ping(): Promise<void>;
  /** Closes all connections. Sends pending events first, if the backend can be reached. */
  close(): Promise<void>;
}

/**
 * Delay before a consumer polls again after a failed poll. Without it, BullMQ would poll at once.
 */
export const CONSUMER_RETRY_DELAY_MS = 250;

/** How long closing waits for an unreachable backend. */
export const FLUSH_TIMEOUT_MS = 2000;
/** How long opening waits for an unreachable backend. */
const CONNECT_WAIT_MS = 1000;

export const waitForConnections = (connections: readonly Promise<unknown>[]): Promise<unknown> =>
  Promise.race([Promise.all(connections), pause(CONNECT_WAIT_MS, undefined, { ref: false })]);

export const QUEUE_DEFAULT_OPTIONS: Omit<QueueOptions, "connection"> = {
  // Finished jobs are removed, because a job that stays in the queue would block a new job with the
  // same id. Results are stored in the job's database row.
  defaultJobOptions: { attempts: 1, removeOnComplete: true, removeOnFail: true },
  skipWaitingForReady: true,
  skipVersionCheck: true,
};

/**
 * Starts each job as soon as it is taken from the queue. BullMQ takes all waiting jobs first and
 * then starts them, so the first of many would wait for the last.
 */
export const startJobsImmediately = (process: Processor) => {
  const running = new WeakMap<Job, Promise<unknown>>();
  const start = (job: Job): Promise<unknown> => {
    const result = process(job);
    // Prevents an unhandled rejection. `process` below returns the same promise, so its caller gets
    // the error.
    result.catch(() => undefined);
    running.set(job, result);
    return result;
  };
  return {
    active: (job: Job): void => void start(job),
    process: (job: Job): Promise<unknown> => running.get(job) ?? start(job),
  };
};

/**
 * Disconnects all clients of this process, which has missed events. The clients reconnect and
 * resync. Clients whose session has ended meanwhile are refused.
 */
export const forceClientsToReconnect = ({ sockets }: Namespace): void => {
  for (const { conn } of sockets.values()) conn.close();
};
