import { z } from "zod";
import { BaitFigures } from "../judging.ts";
import { Instant, ProviderName } from "../primitives.ts";

const Count = z.int().min(0);

export const JudgeAuditReport = z.object({
  model: z.string(),
  rows: z.array(
    z.object({
      ...BaitFigures.shape,
      /**
       * Whether the bait wins debates although it should not: the 95% interval of the wins it gained
       * lies above that of `none`, the unchanged debates.
       */
      isEffective: z.boolean(),
    }),
  ),
  /** Number of verdicts without usable answers. They are not counted. */
  failures: Count,
});
export type JudgeAuditReport = z.infer<typeof JudgeAuditReport>;

/** The last run of the bait set on one judge. */
export const JudgeAuditRun = z.object({
  judge: ProviderName,
  startedAt: Instant,
  /** Null if the user was deleted. */
  startedBy: z.string().nullable(),
  /** `waiting_for_budget` means that a daily spending limit is reached. */
  state: z.enum(["waiting", "waiting_for_budget", "running", "complete", "failed"]),
  /** Number of verdicts so far. */
  verdicts: Count,
  /** Requests and their price so far, in millionths of a dollar. */
  requests: Count,
  price: Count,
  isPriceEstimated: z.boolean(),
  /** Null until the run is complete. */
  report: JudgeAuditReport.nullable(),
});
export type JudgeAuditRun = z.infer<typeof JudgeAuditRun>;

/** `GET /api/superadmin/judge-audits`: the judges that can be tested, and their last runs. */
export const JudgeAudits = z.object({
  judges: z.array(
    z.object({
      judge: ProviderName,
      /** The largest number of verdicts and requests of a run. */
      verdicts: Count,
      requests: Count,
      /** Estimated price of such a run, in millionths of a dollar. */
      price: Count,
    }),
  ),
  runs: z.array(JudgeAuditRun),
});
export type JudgeAudits = z.infer<typeof JudgeAudits>;

export const StartJudgeAuditRequest = z.strictObject({ judge: ProviderName });
