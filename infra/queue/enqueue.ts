import { JOBS, type JobName, type JobPayload, QUEUES } from "#shared/contract/jobs.ts";
import type { Backend, Producer } from "../backend/backend.ts";

interface When {
  /** The row's attempt counter now: adding the same work twice is then adding it once. */
  attempt: number;
  delayMs?: number;
  /** The smallest goes first. */
  priority?: number;
  /** Of whoever asked, for the log of those who do it: beside what the job carries, which is ids. */
  requestId?: string | undefined;
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
  return async (name, payload, { attempt, delayMs = 0, priority = 0, requestId }) => {
    const jobId = [name, ...Object.values(payload), attempt].join("-");
    await producers.get(JOBS[name].queue)?.add(name, payload, {
      jobId,
      delay: delayMs,
      priority,
      ...(requestId !== undefined && { telemetry: { metadata: requestId } }),
    });
  };
};

/** The same, in whose jobs it can be read which request they are for. */
export const onBehalfOf =
  (enqueue: Enqueue, requestId: string): Enqueue =>
  (name, payload, when) =>
    enqueue(name, payload, { ...when, requestId });
