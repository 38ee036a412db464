import { z } from "zod";
import {
  APPEAL_DECISIONS,
  APPEAL_GROUNDS,
  APPEAL_REASON_MAX,
  APPEAL_REASON_MIN,
} from "#shared/domain/debates/judging/appeal.ts";
import { removeInvisibleCharacters } from "#shared/domain/text/invisible-characters.ts";
import { pagingFields } from "../list-query.ts";
import { Id, Instant, LanguageTagName } from "../primitives.ts";
import { DebateScores } from "./debate.ts";
import { REVIEW_STATES } from "./moderation.ts";

const AppealGroundName = z.enum(APPEAL_GROUNDS);
const AppealDecisionName = z.enum(APPEAL_DECISIONS);

const countCharacters = (text: string): number => Array.from(text).length;

const Reason = z
  .string()
  .meta({ examples: ["The verdict ignores the answer in turn 4."] })
  .transform((text) => removeInvisibleCharacters(text).trim())
  .refine(
    (text) => countCharacters(text) >= APPEAL_REASON_MIN,
    `The reason must be at least ${APPEAL_REASON_MIN} characters`,
  )
  .refine(
    (text) => countCharacters(text) <= APPEAL_REASON_MAX,
    `The reason must be at most ${APPEAL_REASON_MAX} characters`,
  );

/** `POST /api/debates/:id/appeal` */
export const AppealRequest = z.strictObject({ ground: AppealGroundName, reason: Reason });
export type AppealRequest = z.infer<typeof AppealRequest>;

/** A decided appeal, without names, for everyone who may see the verdict. */
const DecidedAppeal = z.object({
  id: Id,
  ground: AppealGroundName,
  decision: AppealDecisionName,
  /** The admin's reason. */
  reason: z.string(),
  decidedAt: Instant,
});
export type DecidedAppeal = z.infer<typeof DecidedAppeal>;

/** `GET /api/debates/:id/appeals`: empty while the viewer does not see the verdict. */
export const DebateAppeals = z.object({
  /** Until when the viewer can appeal; null if that is not possible. */
  openUntil: Instant.nullable(),
  /** The viewer's own appeal. `decision` is null until an admin has decided. */
  mine: z.object({ ground: AppealGroundName, decision: AppealDecisionName.nullable() }).nullable(),
  /** The newest first. */
  decided: z.array(DecidedAppeal),
});
export type DebateAppeals = z.infer<typeof DebateAppeals>;

/** `GET /api/admin/appeals` */
export const AppealsQuery = z.strictObject({
  state: z.enum(REVIEW_STATES).default("open"),
  ...pagingFields,
});
export type AppealsQuery = z.infer<typeof AppealsQuery>;

/** An appeal as admins see it. */
export const Appeal = z.object({
  id: Id,
  createdAt: Instant,
  ground: AppealGroundName,
  /** The viewer's reason; empty if the viewer's account is deleted. */
  reason: z.string(),
  /** Name of the viewer; null if the account is deleted. */
  by: z.string().nullable(),
  /** Whether the admin who reads the list made this appeal. Another admin must decide it. */
  isMine: z.boolean(),
  debate: z.object({
    id: Id,
    topic: z.string(),
    language: LanguageTagName,
    isPublic: z.boolean(),
  }),
  /** The verdict that the appeal is about. */
  verdict: DebateScores,
  decision: z
    .object({ what: AppealDecisionName, reason: z.string(), by: z.string(), at: Instant })
    .nullable(),
});
export type Appeal = z.infer<typeof Appeal>;

/** `POST /api/admin/appeals/:id` */
export const AppealDecisionRequest = z.strictObject({
  decision: AppealDecisionName,
  reason: Reason,
});
export type AppealDecisionRequest = z.infer<typeof AppealDecisionRequest>;
