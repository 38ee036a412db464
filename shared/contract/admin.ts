import { z } from "zod";
import { ADMIN_ACTS, AUDIT_SUBJECTS } from "../domain/audit.ts";
import { CREDITS_MAX } from "../domain/credit.ts";
import { AudioJobProgress } from "./audio.ts";
import { Debate } from "./debate.ts";
import { paging, SearchText } from "./list-query.ts";
import { Id, Instant, UserRoleName } from "./primitives.ts";

/**
 * A column, or a column with a minus for descending order. `newest` and `oldest` sort by
 * registration.
 */
export const USER_SORTS = [
  "newest",
  "oldest",
  "username",
  "-username",
  "email",
  "-email",
  "role",
  "-role",
  "credits",
  "-credits",
] as const;
export type UserSort = (typeof USER_SORTS)[number];

export const AdminUsersQuery = z.strictObject({
  sort: z.enum(USER_SORTS).default("newest"),
  q: SearchText,
  ...paging,
});
export type AdminUsersQuery = z.infer<typeof AdminUsersQuery>;

export const ADMIN_DEBATE_SORTS = [
  "newest",
  "oldest",
  "popular",
  "voted",
  "topic",
  "-topic",
] as const;
export type AdminDebateSort = (typeof ADMIN_DEBATE_SORTS)[number];

export const AdminDebatesQuery = z.strictObject({
  sort: z.enum(ADMIN_DEBATE_SORTS).default("newest"),
  q: SearchText,
  ...paging,
});
export type AdminDebatesQuery = z.infer<typeof AdminDebatesQuery>;

const Count = z.int().min(0);

/** A debate in the admins' list, which includes private ones. */
export const AdminDebate = Debate.extend({
  audio: z.object({ ready: Count, pending: Count, failed: Count, missing: Count }),
  audioJob: AudioJobProgress.nullable(),
  /** The state of the verdict job; `failed` can be retried. */
  verdict: z.enum(["none", "pending", "running", "complete", "failed"]),
});
export type AdminDebate = z.infer<typeof AdminDebate>;

/** `POST /api/admin/debates/:id/verdict` */
export const VerdictRetried = z.object({ debateId: Id });
export type VerdictRetried = z.infer<typeof VerdictRetried>;

export const SetRole = z.strictObject({
  role: z.enum(UserRoleName.options, "Role must be user, admin or superadmin."),
});
export type SetRole = z.infer<typeof SetRole>;

const NOT_POSITIVE = "Credits must be a positive number.";
const Balance = z
  .int(NOT_POSITIVE)
  .min(0, NOT_POSITIVE)
  .max(CREDITS_MAX, `Credits must be at most ${CREDITS_MAX.toLocaleString("en")}.`);

export const SetCredits = z.strictObject({
  credits: Balance,
  /** The balance that the admin saw. A different current balance is a conflict. */
  expected: z.int().min(0).optional(),
});
export type SetCredits = z.infer<typeof SetCredits>;

/** `GET /api/superadmin/audit`: filters by parts of names, and by action. */
export const AuditQuery = z.strictObject({
  who: SearchText,
  what: z.enum(ADMIN_ACTS).optional(),
  whom: SearchText,
  ...paging,
});
export type AuditQuery = z.infer<typeof AuditQuery>;

const Facts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

export const AuditEntry = z.object({
  id: Id,
  createdAt: Instant,
  /** Null for actions on the command line. */
  actorId: Id.nullable(),
  actorName: z.string(),
  act: z.enum(ADMIN_ACTS),
  subject: z.object({ kind: z.enum(AUDIT_SUBJECTS), id: Id, name: z.string() }),
  before: Facts.nullable(),
  after: Facts.nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;
