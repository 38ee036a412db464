import { JOBS, type JobName, type JobPayload, QUEUES } from "#shared/contract/jobs.ts";
import type { Backend, Producer } from "../backend/backend.ts";
import { type Origin, writeOrigin } from "./origin.ts";

interface When extends Origin {
  /** The row's attempt counter now: adding the same work twice is then adding it once. */
  attempt: number;
  delayMs?: number;
  /** The smallest goes first. */
  priority?: number;
}

/** Adds a job. Rejects at once when the queue is unreachable; the row is there for later. */
export type Enqueue = <N extends JobName>(
  name: N,
  payload: JobPayload<N>,
  when: When,
) => Promise<void>;

/** The one producer of a process. */
export const createEnqueue = (backend: Backend): Enqueue => {
  const producers = new Map<string, Producer>(QUEUES.map((q) => [q, backend.producer(q)]));
  return async (name, payload, { attempt, delayMs = 0, priority = 0, ...origin }) => {
    const metadata = writeOrigin(origin);
    const jobId = [name, ...Object.values(payload), attempt].join("-");
    await producers.get(JOBS[name].queue)?.add(name, payload, {
      jobId,
      delay: delayMs,
      priority,
      ...(metadata !== undefined && { telemetry: { metadata } }),
    });
  };
};

/** The same, in whose jobs it can be read what they follow from. */
export const onBehalfOf =
  (enqueue: Enqueue, origin: Origin): Enqueue =>
  (name, payload, when) =>
    enqueue(name, payload, { ...when, ...origin });
