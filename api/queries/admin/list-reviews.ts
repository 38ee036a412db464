import { selectPage } from "#infra/db/select-page.ts";
import { totalReportWeightSql } from "#infra/db/report-weight-sql.ts";
import type { Review, ReviewsQuery } from "#shared/contract/debates/moderation.ts";
import type { ListPage } from "#shared/contract/page.ts";
import type { ReviewDecision } from "#shared/domain/moderation.ts";
import { isAdmin, type UserRole } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "#api/context.ts";
import { DEFAULT_LANGUAGE } from "#shared/domain/debates/language/language.ts";

const MAX_DETAILS = 5;

const buildReviewsSql = (hasMail: boolean): string => `
  SELECT v.id, v.created_at AS "createdAt", v.decision, v.decided_by AS "decidedBy",
         v.decided_at AS "decidedAt",
         json_build_object('id', d.id, 'topic', d.topic, 'language', coalesce(d.language, '${DEFAULT_LANGUAGE}'),
                           'isPublic', d.is_public,
                           'isUnlisted', d.is_unlisted) AS debate,
         (SELECT json_build_object('id', t.id, 'turnNumber', t.turn_number, 'content', t.content,
                   'isHidden', t.is_hidden,
                   'flagged', (SELECT flagged FROM moderations WHERE turn_id = t.id))
            FROM turns t WHERE t.id = v.turn_id) AS turn,
         (SELECT json_build_object(
                   'members', count(*) FILTER (WHERE r.user_id IS NOT NULL),
                   'visitors', count(*) FILTER (WHERE r.user_id IS NULL),
                   'weight', ${totalReportWeightSql(hasMail)},
                   'reasons', coalesce(json_agg(DISTINCT r.reason), '[]'),
                   'details', (SELECT coalesce(json_agg(said ORDER BY id DESC), '[]') FROM
                                 (SELECT id, details AS text FROM reports
                                   WHERE debate_id = d.id AND details <> ''
                                   ORDER BY id DESC LIMIT ${MAX_DETAILS}) AS said))
            FROM reports r WHERE r.debate_id = d.id) AS reports,
         u.id AS "ownerId", u.username AS "ownerName", u.role AS "ownerRole",
         u.suspended_at IS NOT NULL AS "isSuspended"
    FROM reviews v JOIN debates d ON d.id = v.debate_id JOIN users u ON u.id = d.user_id`;

/** Open reviews are sorted by age, decided ones by the time of the decision, newest first. */
const REVIEW_STATES = {
  open: { where: "v.decision IS NULL", order: "v.id" },
  decided: { where: "v.decision IS NOT NULL", order: "v.decided_at DESC, v.id DESC" },
} as const satisfies Record<ReviewsQuery["state"], object>;

type ReviewColumns = Pick<Review, "id" | "debate" | "turn" | "reports"> & {
  createdAt: Date;
  decision: ReviewDecision | null;
  decidedBy: string | null;
  decidedAt: Date | null;
  ownerId: number;
  ownerName: string;
  ownerRole: UserRole;
  isSuspended: boolean;
};

const toDecision = ({ decision, decidedBy, decidedAt }: ReviewColumns): Review["decision"] =>
  decision && decidedBy !== null && decidedAt
    ? { what: decision, by: decidedBy, at: decidedAt.toISOString() }
    : null;

const presentReview = (row: ReviewColumns): Review => ({
  id: row.id,
  createdAt: row.createdAt.toISOString(),
  debate: row.debate,
  turn: row.turn,
  reports: row.reports,
  owner: {
    id: row.ownerId,
    username: row.ownerName,
    isAdmin: isAdmin({ role: row.ownerRole }),
    isSuspended: row.isSuspended,
  },
  decision: toDecision(row),
});

export const listReviews = async (
  { sql, env }: Pick<Context, "sql" | "env">,
  { state, page, perPage }: ReviewsQuery,
): Promise<ListPage<Review>> => {
  const { where, order } = REVIEW_STATES[state];
  const { rows, total } = await selectPage<ReviewColumns>(sql, {
    rows: {
      text: `${buildReviewsSql(env.mail !== null)} WHERE ${where} ORDER BY ${order} LIMIT $1 OFFSET $2`,
      values: [perPage, (page - 1) * perPage],
    },
    total: { text: `SELECT count(*)::int AS total FROM reviews v WHERE ${where}`, values: [] },
  });
  return { rows: rows.map(presentReview), total };
};
