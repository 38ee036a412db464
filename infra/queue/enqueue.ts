import { JOBS, type JobName, type JobPayload, QUEUES } from "#shared/contract/jobs.ts";
import type { Backend, JobProducer } from "../backend/backend.ts";
import { type JobOrigin, serializeJobOrigin } from "./job-origin.ts";

interface EnqueueOptions extends JobOrigin {
  /**
   * The row's current attempt counter, part of the job id: enqueueing the same attempt twice adds
   * one job.
   */
  attempt: number;
  delayMs?: number;
  /** Smaller runs first. */
  priority?: number;
}

/**
 * Adds a job. Rejects at once if the queue is unreachable; the reconciler enqueues the row later.
 */
export type Enqueue = <N extends JobName>(
  name: N,
  payload: JobPayload<N>,
  options: EnqueueOptions,
) => Promise<void>;

/** Create one per process. */
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

/** Adds the request and trace to all jobs that are enqueued through it. */
export const withJobOrigin =
  (enqueue: Enqueue, origin: JobOrigin): Enqueue =>
  (name, payload, options) =>
    enqueue(name, payload, { ...options, ...origin });
