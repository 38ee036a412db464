import { z } from "zod";
import { removeInvisibleCharacters } from "#shared/domain/text/invisible-characters.ts";
import { REVIEW_DECISIONS, REPORT_DETAILS_MAX, REPORT_REASONS } from "#shared/domain/moderation.ts";
import { pagingFields } from "../list-query.ts";
import { Id, Instant, LanguageTagName } from "../primitives.ts";

/** `POST /api/debates/:id/report` */
export const ReportRequest = z.strictObject({
  reason: z.enum(REPORT_REASONS),
  details: z
    .string()
    .transform((text) => removeInvisibleCharacters(text).trim())
    .refine(
      (text) => Array.from(text).length <= REPORT_DETAILS_MAX,
      `Details must be at most ${REPORT_DETAILS_MAX} characters`,
    )
    .default(""),
});
export type ReportRequest = z.infer<typeof ReportRequest>;

export const REVIEW_STATES = ["open", "decided"] as const;

export const ReviewsQuery = z.strictObject({
  state: z.enum(REVIEW_STATES).default("open"),
  ...pagingFields,
});
export type ReviewsQuery = z.infer<typeof ReviewsQuery>;

const Count = z.int().min(0);

export const Review = z.object({
  id: Id,
  createdAt: Instant,
  debate: z.object({
    id: Id,
    topic: z.string(),
    language: LanguageTagName,
    isPublic: z.boolean(),
    isUnlisted: z.boolean(),
  }),
  /** Null if the review is about the whole debate. */
  turn: z
    .object({
      id: Id,
      turnNumber: z.int(),
      content: z.string(),
      isHidden: z.boolean(),
      /** Flagged categories, as the moderation service names them. */
      flagged: z.array(z.string()),
    })
    .nullable(),
  reports: z.object({
    members: Count,
    visitors: Count,
    /**
     * Total weight of the members' reports, see `computeReportWeight`. A weight of 3 unlists the
     * debate.
     */
    weight: z.number().min(0),
    reasons: z.array(z.enum(REPORT_REASONS)),
    /** Some of the reports' texts, newest first. */
    details: z.array(z.object({ id: Id, text: z.string() })),
  }),
  owner: z.object({ id: Id, username: z.string(), isAdmin: z.boolean(), isSuspended: z.boolean() }),
  decision: z.object({ what: z.enum(REVIEW_DECISIONS), by: z.string(), at: Instant }).nullable(),
});
export type Review = z.infer<typeof Review>;

/** `POST /api/admin/reviews/:id` */
export const ReviewDecisionRequest = z.strictObject({ decision: z.enum(REVIEW_DECISIONS) });
export type ReviewDecisionRequest = z.infer<typeof ReviewDecisionRequest>;

/** `PUT /api/admin/users/:id/suspension` */
export const SetSuspensionRequest = z.strictObject({ suspended: z.boolean() });
export type SetSuspensionRequest = z.infer<typeof SetSuspensionRequest>;
