import { z } from "zod";
import { PROVIDERS } from "../domain/provider.ts";
import { JOB_NAMES, QUEUES } from "./jobs.ts";
import { Id, Instant } from "./primitives.ts";

const Count = z.int().min(0);
const Job = z.enum(JOB_NAMES);

/** What some work is about, as far as there is such a thing. */
const About = {
  job: Job,
  /** Of the row that is worked on. */
  id: Id,
  debate: z.object({ id: Id, topic: z.string() }).nullable(),
  turn: z.object({ id: Id, turnNumber: Count }).nullable(),
};

/** What an admin can have done again. */
export const RETRIES = ["turn", "judging", "verdict", "recording", "mail", "export"] as const;
export type Retry = (typeof RETRIES)[number];

/** `GET /api/admin/operations`, and what admins hear of it every few seconds. */
export const Operations = z.object({
  /** The last begun first, so many of them at most. */
  running: z.array(
    z.object({
      ...About,
      /** Null where no worker has said yet that it has it, or none says so any more. */
      since: Instant.nullable(),
      worker: z.string().nullable(),
    }),
  ),
  /** Every kind of work. */
  kinds: z.array(
    z.object({
      job: Job,
      running: Count,
      /** For a worker. */
      waiting: Count,
      /** For a place at their provider. */
      awaiting: Count,
      /** Since when the oldest could have been taken. */
      oldestAt: Instant.nullable(),
    }),
  ),
  workers: z.array(
    z.object({
      /** As the log calls it. */
      instance: z.string(),
      host: z.string(),
      pid: Count,
      queues: z.array(z.enum(QUEUES)),
      underWay: Count,
      isSilent: z.boolean(),
      seenAt: Instant,
    }),
  ),
  providers: z.array(
    z.object({
      provider: z.enum(PROVIDERS),
      /** Left alone until then; or tried out by one request at a time. */
      state: z.enum(["answering", "left_alone", "tried_out"]),
      until: Instant.nullable(),
      /** Requests under way, of all workers. */
      inFlight: Count,
      /** In a row. */
      failures: Count,
      lastError: z.object({ code: z.string(), at: Instant }).nullable(),
    }),
  ),
  /** Since midnight (UTC): millionths of a dollar, and dollars; null: no limit. */
  spending: z.object({ price: Count, perDay: z.number().nullable() }),
  /** What has failed for good and was not done since, the last first. */
  failures: z.array(
    z.object({
      ...About,
      code: z.string(),
      message: z.string(),
      failedAt: Instant,
      /** Null where nobody but its owner, or nobody at all, has it done again. */
      retry: z.enum(RETRIES).nullable(),
    }),
  ),
});
export type Operations = z.infer<typeof Operations>;
