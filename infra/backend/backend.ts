import { setTimeout as pause } from "node:timers/promises";
import type { Job, JobsOptions, Processor, QueueOptions, WorkerOptions } from "bullmq";
import type { RateLimiterAbstract } from "rate-limiter-flexible";
import type { ServerOptions } from "socket.io";

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
   * Takes jobs until closed; waits for the queue if the backend is down. Rejects on errors that
   * waiting cannot fix.
   */
  run(): Promise<void>;
  /** Takes no more jobs and waits for running ones. */
  close(): Promise<void>;
}

/** Whether the process receives socket events of others or only publishes. */
export type AdapterMode = "listening" | "publish-only";

export interface Backend {
  name: "postgres" | "redis";
  /** For adding jobs: fails fast while the backend is down. */
  producer(queue: string): JobProducer;
  /** For running jobs: waits indefinitely for the backend. The consumer is not started yet. */
  consumer(queue: string, process: Processor, options: ConsumerOptions): JobConsumer;
  /** Carries socket events between processes. A publish-only process receives none. */
  socketAdapter(mode: AdapterMode): NonNullable<ServerOptions["adapter"]>;
  /**
   * Resolves when events of other processes are received for the first time, or after 1 s. Sockets
   * that connected earlier are disconnected when receiving begins, since they may have missed
   * events.
   */
  waitUntilListening(): Promise<unknown>;
  limiter(allowance: RateLimitRule): RateLimiterAbstract;
  ping(): Promise<void>;
  /** Sends pending events first, if possible. */
  close(): Promise<void>;
}

/** Delay before a consumer's failed poll is reported: BullMQ would poll again at once. */
export const CONSUMER_RETRY_DELAY_MS = 250;

/** How long closing waits for an unreachable backend. */
export const FLUSH_TIMEOUT_MS = 2000;
/** How long opening waits for an unreachable backend. */
const CONNECT_WAIT_MS = 1000;

export const waitForConnections = (connections: readonly Promise<unknown>[]): Promise<unknown> =>
  Promise.race([Promise.all(connections), pause(CONNECT_WAIT_MS, undefined, { ref: false })]);

export const QUEUE_DEFAULT_OPTIONS: Omit<QueueOptions, "connection"> = {
  // The rows store the results. A kept job would block a new job with the same id.
  defaultJobOptions: { attempts: 1, removeOnComplete: true, removeOnFail: true },
  skipWaitingForReady: true,
  skipVersionCheck: true,
};

/**
 * Starts each job as soon as it is taken. BullMQ first takes all waiting jobs and then starts them,
 * so that the first of many would wait for the last.
 */
export const startJobsImmediately = (process: Processor) => {
  const running = new WeakMap<Job, Promise<unknown>>();
  const start = (job: Job): Promise<unknown> => {
    const result = process(job);
    // Errors reach the caller of `process` below.
    result.catch(() => undefined);
    running.set(job, result);
    return result;
  };
  return {
    active: (job: Job): void => void start(job),
    process: (job: Job): Promise<unknown> => running.get(job) ?? start(job),
  };
};
