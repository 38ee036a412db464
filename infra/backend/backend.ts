import { setTimeout as pause } from "node:timers/promises";
import type { Job, JobsOptions, Processor, QueueOptions, WorkerOptions } from "bullmq";
import type { RateLimiterAbstract } from "rate-limiter-flexible";
import type { ServerOptions } from "socket.io";

/** A window in which so many tries are allowed. */
export interface Allowance {
  name: string;
  points: number;
  seconds: number;
}

/** The adding side of a queue. */
export interface Producer {
  add(name: string, payload: object, options: JobsOptions): Promise<unknown>;
}

export type ConsumerOptions = Pick<
  WorkerOptions,
  "concurrency" | "lockDuration" | "stalledInterval" | "maxStalledCount" | "autorun"
>;

/** The doing side of a queue. */
export interface Consumer {
  /** Takes jobs until closed, as soon as there is a queue. Rejects where there will never be one. */
  run(): Promise<void>;
  /** Takes no more jobs and waits for those under way. */
  close(): Promise<void>;
}

/** Whether a process has sockets of its own that others speak to. */
export type Hearing = "listening" | "deaf";

/** What queue, sockets and rate limits run on. */
export interface Backend {
  name: "postgres" | "redis";
  /** For adding jobs: fails fast while the backend is down. */
  producer(queue: string): Producer;
  /** For doing jobs: waits for the backend as long as it takes. Not yet running. */
  consumer(queue: string, process: Processor, options: ConsumerOptions): Consumer;
  /** Carries socket events between processes; a deaf one is spared what the others say. */
  socketAdapter(hearing: Hearing): NonNullable<ServerOptions["adapter"]>;
  /**
   * Resolves once what others say is heard, for the first time, or could not be for a second: whose
   * sockets come before that are cut then, for what they may have missed.
   */
  hears(): Promise<unknown>;
  limiter(allowance: Allowance): RateLimiterAbstract;
  /** Rejects when the backend does not answer. */
  ping(): Promise<void>;
  /** What was said last still goes out, if that can be. */
  close(): Promise<void>;
}

/** Whoever looks for jobs and fails is told so late: BullMQ would look again at once, for ever. */
export const AGAIN_MS = 250;

/** A backend that cannot be reached is waited for so long when it is closed, */
export const LAST_WORDS_MS = 2000;
/** and when it is opened. */
const CONNECT_GRACE_MS = 1000;

/** Waits for all of it, as long as one waits for a backend that is opened. */
export const withinGrace = (all: readonly Promise<unknown>[]): Promise<unknown> =>
  Promise.race([Promise.all(all), pause(CONNECT_GRACE_MS, undefined, { ref: false })]);

export const PRODUCER_DEFAULTS: Omit<QueueOptions, "connection"> = {
  // Nothing is kept: the rows tell what happened, and a kept job would swallow a new one's id.
  defaultJobOptions: { attempts: 1, removeOnComplete: true, removeOnFail: true },
  skipWaitingForReady: true,
  skipVersionCheck: true,
};

/**
 * Begins each job as it is taken: BullMQ begins none before it has taken all that wait, so of twenty that
 * come in one moment the first would wait for the last.
 */
export const beginningAtOnce = (process: Processor) => {
  const begun = new WeakMap<Job, Promise<unknown>>();
  const begin = (job: Job): Promise<unknown> => {
    const doing = process(job);
    // A failure is told to whoever asks for it below.
    doing.catch(() => undefined);
    begun.set(job, doing);
    return doing;
  };
  return {
    /** For the worker's event of that name. */
    active: (job: Job): void => void begin(job),
    process: (job: Job): Promise<unknown> => begun.get(job) ?? begin(job),
  };
};
