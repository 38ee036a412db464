import { JOBS, type JobName, type JobPayload, QUEUES } from "#shared/contract/jobs.ts";
import type { Backend, JobProducer } from "../backend/backend.ts";
import { type JobOrigin, serializeJobOrigin } from "./job-origin.ts";

interface EnqueueOptions extends JobOrigin {
  /**
   * The row's current attempt number, which is part of the job id. Enqueueing the same attempt
   * twice adds only one job.
   */
  attempt: number;
  delayMs?: number;
  /** A job with a smaller number runs first. Default: 0. */
  priority?: number;
}

/**
 * Adds a job to the queue. Rejects at once if the queue is unreachable; the reconciler then
 * enqueues the job later.
 */
export type Enqueue = <N extends JobName>(
  name: N,
  payload: JobPayload<N>,
  options: EnqueueOptions,
) => Promise<void>;

/** Returns the function that adds jobs. Called once per process, because it opens the queues. */
export const createEnqueue = (backend: Backend): Enqueue => {
  const producers = new Map<string, JobProducer>(QUEUES.map((q) => [q, backend.producer(q)]));
  return async (name, payload, { attempt, delayMs = 0, priority = 0, ...origin }) => {
    const metadata = serializeJobOrigin(origin);
    const jobId = [name, ...Object.values(payload), attempt].join("-");
    await producers.get(JOBS[name].queue)?.add(name, payload, {
      jobId,
      delay: delayMs,
      priority,
      ...(metadata !== undefined && { telemetry: { metadata } }),
    });
  };
};

/** Returns a function that adds jobs together with the request and the trace that caused them. */
export const withJobOrigin =
  (enqueue: Enqueue, origin: JobOrigin): Enqueue =>
  (name, payload, options) =>
    enqueue(name, payload, { ...options, ...origin });
