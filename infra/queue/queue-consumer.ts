import type { Job } from "bullmq";
import { JOBS, type JobName, type JobPayload, type QueueName } from "#shared/contract/jobs.ts";
import type { Backend, JobConsumer } from "../backend/backend.ts";
import { type JobOrigin, parseJobOrigin } from "./job-origin.ts";

export type JobHandler<N extends JobName> = (payload: JobPayload<N>) => Promise<void>;
export type JobHandlers = { [N in JobName]: JobHandler<N> };

/**
 * BullMQ's own lock: 10 s after a worker died, its job no longer counts as running. The lock does
 * not decide which worker may write to a row; the lease does.
 */
const QUEUE_LOCK_OPTIONS = { lockDuration: 10_000, stalledInterval: 5000, maxStalledCount: 1000 };

const isJobName = (name: string): name is JobName => Object.hasOwn(JOBS, name);

/** The cast is safe, because the schema of the same job name has parsed the payload. */
const handleJob = async (name: JobName, data: unknown, handlers: JobHandlers): Promise<void> => {
  const handler: (payload: never) => Promise<void> = handlers[name];
  await handler(JOBS[name].payload.parse(data) as never);
};

/**
 * Returns a consumer that runs `concurrency` jobs of a queue at a time. `handlersFor` gets the
 * request and the trace that caused a job, if known. The caller starts and closes the consumer.
 */
export const createQueueConsumer = (
  backend: Backend,
  queue: QueueName,
  handlersFor: (origin: JobOrigin) => JobHandlers,
  concurrency: number,
): JobConsumer =>
  backend.consumer(
    queue,
    async (job: Job) => {
      if (!isJobName(job.name)) throw new Error(`no such job: ${job.name}`);
      const origin = parseJobOrigin(job.opts.telemetry?.metadata);
      await handleJob(job.name, job.data, handlersFor(origin));
    },
    { concurrency, autorun: false, ...QUEUE_LOCK_OPTIONS },
  );
