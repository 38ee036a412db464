import { IS_APPEAL_DECIDABLE_SQL } from "#infra/db/debates/appeals-sql.ts";
import { selectPage } from "#infra/db/select-page.ts";
import { languageSql } from "#infra/presenters/debate-progress-presenter.ts";
import type { Appeal, AppealsQuery } from "#shared/contract/debates/appeals.ts";
import type { ListPage } from "#shared/contract/page.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { AppealDecision } from "#shared/domain/debates/judging/appeal.ts";
import type { Context } from "#api/context.ts";

const FROM_SQL = `
    FROM verdict_appeals a JOIN debates d ON d.id = a.debate_id
    LEFT JOIN users u ON u.id = a.user_id
   WHERE ${IS_APPEAL_DECIDABLE_SQL}`;

const APPEALS_SQL = `
  SELECT a.id, a.created_at AS "createdAt", a.ground, a.reason, u.username AS by,
         a.user_id IS NOT DISTINCT FROM $1 AS "isMine",
         json_build_object('id', d.id, 'topic', d.topic, 'language', ${languageSql("d")},
                           'isPublic', d.is_public) AS debate,
         d.scores AS verdict, a.decision, a.decision_reason AS "decisionReason",
         a.decided_by AS "decidedBy", a.decided_at AS "decidedAt"`;

/** Open appeals are sorted by age, decided ones by the time of the decision, newest first. */
const APPEAL_STATES = {
  open: { where: "a.decision IS NULL", order: "a.id" },
  decided: { where: "a.decision IS NOT NULL", order: "a.decided_at DESC, a.id DESC" },
} as const satisfies Record<AppealsQuery["state"], object>;

type AppealColumns = Omit<Appeal, "createdAt" | "decision"> & {
  createdAt: Date;
  decision: AppealDecision | null;
  decisionReason: string | null;
  decidedBy: string | null;
  decidedAt: Date | null;
};

const presentAppeal = (row: AppealColumns): Appeal => {
  const { createdAt, decision, decisionReason, decidedBy, decidedAt, ...rest } = row;
  return {
    ...rest,
    createdAt: createdAt.toISOString(),
    decision: decision && {
      what: decision,
      reason: decisionReason ?? "",
      by: decidedBy ?? "",
      at: decidedAt?.toISOString() ?? "",
    },
  };
};

/** Returns appeals for an admin. Leaves out debates whose results or speakers are still hidden. */
export const listAppeals = async (
  { sql }: Pick<Context, "sql">,
  admin: SignedInViewer,
  { state, page, perPage }: AppealsQuery,
): Promise<ListPage<Appeal>> => {
  const { where, order } = APPEAL_STATES[state];
  const { rows, total } = await selectPage<AppealColumns>(sql, {
    rows: {
      text: `${APPEALS_SQL} ${FROM_SQL} AND ${where} ORDER BY ${order} LIMIT $2 OFFSET $3`,
      values: [admin.id, perPage, (page - 1) * perPage],
    },
    total: { text: `SELECT count(*)::int AS total ${FROM_SQL} AND ${where}`, values: [] },
  });
  return { rows: rows.map(presentAppeal), total };
};
