import { z } from "zod";
import { PROVIDERS } from "#shared/domain/provider.ts";
import { WorkerAdaptation } from "./model-check.ts";
import { JOB_NAMES, QUEUES } from "../jobs.ts";
import { Id, Instant, LanguageTagName } from "../primitives.ts";

const Count = z.int().min(0);
const JobNameSchema = z.enum(JOB_NAMES);

const JOB_SUBJECT_FIELDS = {
  job: JobNameSchema,
  id: Id,
  debate: z.object({ id: Id, topic: z.string(), language: LanguageTagName }).nullable(),
  turn: z.object({ id: Id, turnNumber: Count }).nullable(),
};

export const RETRY_TARGETS = ["turn", "judging", "verdict", "recording", "mail", "export"] as const;
export type RetryTarget = (typeof RETRY_TARGETS)[number];

/** `GET /api/admin/operations`, also pushed to admins every few seconds. */
export const Operations = z.object({
  /** The most recently started jobs, up to a limit. */
  running: z.array(
    z.object({
      ...JOB_SUBJECT_FIELDS,
      /** When the job started. Null if no running worker reports the job. */
      since: Instant.nullable(),
      worker: z.string().nullable(),
    }),
  ),
  kinds: z.array(
    z.object({
      job: JobNameSchema,
      running: Count,
      /** Number of jobs that wait for a worker. */
      waiting: Count,
      /** Number of jobs that wait for a provider slot or a budget, outside of the queue. */
      awaiting: Count,
      /** When the oldest waiting job became due. */
      oldestAt: Instant.nullable(),
    }),
  ),
  workers: z.array(
    z.object({
      /** Name of the worker in its log lines. */
      instance: z.string(),
      host: z.string(),
      pid: Count,
      queues: z.array(z.enum(QUEUES)),
      underWay: Count,
      isSilent: z.boolean(),
      seenAt: Instant,
      adaptations: z.array(WorkerAdaptation),
    }),
  ),
  providers: z.array(
    z.object({
      provider: z.enum(PROVIDERS),
      /**
       * State of the circuit breaker: `answering` is closed, `left_alone` is open until `until`,
       * and `tried_out` is half-open with one request at a time.
       */
      state: z.enum(["answering", "left_alone", "tried_out"]),
      until: Instant.nullable(),
      /** Number of running requests of all workers. */
      inFlight: Count,
      /** Number of consecutive failures. */
      failures: Count,
      lastError: z
        .object({
          code: z.string(),
          /** Details such as the status and content type of the answer. Null if there are none. */
          detail: z.string().nullable(),
          at: Instant,
        })
        .nullable(),
    }),
  ),
  /**
   * Spending since midnight UTC: `price` in millionths of a dollar, `perDay` in dollars (null for
   * no limit).
   */
  spending: z.object({ price: Count, perDay: z.number().nullable() }),
  /** When the last check of the models was started. `kinds` contains the jobs of this check. */
  modelCheckStartedAt: Instant.nullable(),
  /** Number of verdicts in the last runs of the bait set, which changes while a run progresses. */
  judgeAuditVerdicts: Count,
  /** Jobs that failed for good and were not retried since, newest first. */
  failures: z.array(
    z.object({
      ...JOB_SUBJECT_FIELDS,
      code: z.string(),
      message: z.string(),
      failedAt: Instant,
      /** What an admin can retry. Null if the job cannot be retried. */
      retry: z.enum(RETRY_TARGETS).nullable(),
    }),
  ),
});
export type Operations = z.infer<typeof Operations>;
