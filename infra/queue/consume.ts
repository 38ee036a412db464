import type { Job } from "bullmq";
import { JOBS, type JobName, type JobPayload, type QueueName } from "#shared/contract/jobs.ts";
import type { Backend, Consumer } from "../backend/backend.ts";
import { type Origin, readOrigin } from "./origin.ts";

export type JobHandler<N extends JobName> = (payload: JobPayload<N>) => Promise<void>;
export type JobHandlers = { [N in JobName]: JobHandler<N> };

/**
 * Short enough that a dead worker's slot is free again soon. What a lost lock means for the work
 * itself is decided by the row's heartbeat and attempt, never by the queue.
 */
const LOCKS = { lockDuration: 10_000, stalledInterval: 5000, maxStalledCount: 1000 };

const isJobName = (name: string): name is JobName => Object.hasOwn(JOBS, name);

/** The payload was parsed by the schema that stands beside the handler's name. */
const handle = async (name: JobName, data: unknown, handlers: JobHandlers): Promise<void> => {
  const handler: (payload: never) => Promise<void> = handlers[name];
  await handler(JOBS[name].payload.parse(data) as never);
};

/**
 * Does the jobs of one queue, `concurrency` at a time, by the handlers for what each follows from, where
 * whoever added it has said so. The caller runs and closes it.
 */
export const consume = (
  backend: Backend,
  queue: QueueName,
  handlersFor: (origin: Origin) => JobHandlers,
  concurrency: number,
): Consumer =>
  backend.consumer(
    queue,
    async (job: Job) => {
      if (!isJobName(job.name)) throw new Error(`no such job: ${job.name}`);
      const origin = readOrigin(job.opts.telemetry?.metadata);
      await handle(job.name, job.data, handlersFor(origin));
    },
    { concurrency, autorun: false, ...LOCKS },
  );
