import type { JobName } from "#shared/contract/jobs.ts";
import type { Enqueue } from "#infra/queue/enqueue.ts";

type Again = (enqueue: Enqueue, id: number, when: Parameters<Enqueue>[2]) => Promise<void>;

const AGAIN: Record<JobName, Again> = {
  "generate-turn": (enqueue, turnId, when) => enqueue("generate-turn", { turnId }, when),
  "judge-turn": (enqueue, turnId, when) => enqueue("judge-turn", { turnId }, when),
  "judge-debate": (enqueue, debateId, when) => enqueue("judge-debate", { debateId }, when),
};

/** Adds the job of a row that is known by its kind of work and its id only. */
export const enqueueAgain = (
  enqueue: Enqueue,
  job: JobName,
  id: number,
  when: Parameters<Enqueue>[2],
): Promise<void> => AGAIN[job](enqueue, id, when);
