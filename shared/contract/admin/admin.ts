import { z } from "zod";
import { ADMIN_ACTS, AUDIT_SUBJECTS } from "#shared/domain/accounts/audit-log.ts";
import { MAX_CREDIT_BALANCE } from "#shared/domain/billing/credit.ts";
import { AudioJobProgress } from "../debates/audio.ts";
import { Debate } from "../debates/debate.ts";
import { pagingFields, SearchText } from "../list-query.ts";
import { Id, Instant, UserRoleName } from "../primitives.ts";

/**
 * Orders of the list of users: a column, or a column with a minus for descending order. `newest`
 * and `oldest` sort by registration.
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
  ...pagingFields,
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
  ...pagingFields,
});
export type AdminDebatesQuery = z.infer<typeof AdminDebatesQuery>;

const Count = z.int().min(0);

/** A debate in the admins' list, which includes private debates. */
export const AdminDebate = Debate.extend({
  audio: z.object({ ready: Count, pending: Count, failed: Count, missing: Count }),
  audioJob: AudioJobProgress.nullable(),
  /** The state of the verdict job; `failed` can be retried. */
  verdict: z.enum(["none", "pending", "running", "complete", "failed"]),
});
export type AdminDebate = z.infer<typeof AdminDebate>;

/** `POST /api/admin/debates/:id/verdict` */
export const RetryVerdictResponse = z.object({ debateId: Id });
export type RetryVerdictResponse = z.infer<typeof RetryVerdictResponse>;

export const SetRoleRequest = z.strictObject({
  role: z.enum(UserRoleName.options, "Role must be user, admin or superadmin."),
});
export type SetRoleRequest = z.infer<typeof SetRoleRequest>;

const NOT_POSITIVE_MESSAGE = "Credits must be a positive number.";
const Balance = z
  .int(NOT_POSITIVE_MESSAGE)
  .min(0, NOT_POSITIVE_MESSAGE)
  .max(MAX_CREDIT_BALANCE, `Credits must be at most ${MAX_CREDIT_BALANCE.toLocaleString("en")}.`);

export const SetCreditsRequest = z.strictObject({
  credits: Balance,
  /**
   * The balance that the admin saw. If the current balance differs, the request fails with
   * `conflict`.
   */
  expected: z.int().min(0).optional(),
});
export type SetCreditsRequest = z.infer<typeof SetCreditsRequest>;

/** `GET /api/superadmin/audit`: filters by parts of names, and by action. */
export const AuditQuery = z.strictObject({
  who: SearchText,
  what: z.enum(ADMIN_ACTS).optional(),
  whom: SearchText,
  ...pagingFields,
});
export type AuditQuery = z.infer<typeof AuditQuery>;

const AuditValues = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

export const AuditEntry = z.object({
  id: Id,
  createdAt: Instant,
  /** Null for actions on the command line. */
  actorId: Id.nullable(),
  actorName: z.string(),
  act: z.enum(ADMIN_ACTS),
  subject: z.object({ kind: z.enum(AUDIT_SUBJECTS), id: Id, name: z.string() }),
  before: AuditValues.nullable(),
  after: AuditValues.nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;
