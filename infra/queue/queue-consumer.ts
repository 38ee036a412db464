import type { Job } from "bullmq";
import { JOBS, type JobName, type JobPayload, type QueueName } from "#shared/contract/jobs.ts";
import type { Backend, JobConsumer } from "../backend/backend.ts";
import { type JobOrigin, parseJobOrigin } from "./job-origin.ts";

export type JobHandler<N extends JobName> = (payload: JobPayload<N>) => Promise<void>;
export type JobHandlers = { [N in JobName]: JobHandler<N> };

/**
 * A dead worker's concurrency slot is free again after 10 s. Who may work on a row is decided by
 * its lease, not by the queue's lock.
 */
const QUEUE_LOCK_OPTIONS = { lockDuration: 10_000, stalledInterval: 5000, maxStalledCount: 1000 };

const isJobName = (name: string): name is JobName => Object.hasOwn(JOBS, name);

/** The payload is parsed by the schema of the same job name, so the cast is safe. */
const handleJob = async (name: JobName, data: unknown, handlers: JobHandlers): Promise<void> => {
  const handler: (payload: never) => Promise<void> = handlers[name];
  await handler(JOBS[name].payload.parse(data) as never);
};

/**
 * Runs the jobs of one queue, `concurrency` at a time. `handlersFor` gets the request and trace
 * that caused the job, if known. The caller runs and closes the consumer.
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
