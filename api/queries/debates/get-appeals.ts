import { IS_APPEAL_DECIDABLE_SQL } from "#infra/db/debates/appeals-sql.ts";
import { isSealedForSql } from "#infra/db/debates/sealed-results-sql.ts";
import { selectRows } from "#infra/db/sql.ts";
import type { DebateAppeals, DecidedAppeal } from "#shared/contract/debates/appeals.ts";
import type { DebateSubject } from "#shared/domain/accounts/permissions.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import { getAppealDeadline } from "#shared/domain/debates/judging/appeal.ts";
import type { Context } from "#api/context.ts";
import { requireVisible } from "../require-visible.ts";

const MAX_DECIDED = 20;

const APPEALS_SQL = `
  SELECT d.user_id AS "userId", d.is_public AS "isPublic", d.only_owner_steps AS "onlyOwnerSteps",
         d.status, v.decided_at AS "decidedAt", ${isSealedForSql("$1")} AS "isSealed",
         (SELECT json_build_object('ground', ground, 'decision', decision)
            FROM verdict_appeals WHERE debate_id = d.id AND user_id = $1) AS mine,
         (SELECT coalesce(json_agg(appeals ORDER BY "decidedAt" DESC, id DESC), '[]')
            FROM (SELECT id, ground, decision, decision_reason AS reason, decided_at AS "decidedAt"
                    FROM verdict_appeals
                   WHERE debate_id = d.id AND decision IS NOT NULL AND ${IS_APPEAL_DECIDABLE_SQL}
                   ORDER BY decided_at DESC, id DESC LIMIT ${MAX_DECIDED}) AS appeals) AS decided
    FROM debates d LEFT JOIN verdicts v ON v.debate_id = d.id
   WHERE d.id = $2`;

interface AppealsRow extends DebateSubject, Pick<DebateAppeals, "mine"> {
  decidedAt: Date | null;
  isSealed: boolean;
  decided: DecidedAppeal[];
}

const NONE: DebateAppeals = { openUntil: null, mine: null, decided: [] };

/**
 * Returns the decided appeals against a verdict and the viewer's own one. Returns none while the
 * verdict is hidden from the viewer. Throws `not_found`.
 */
export const getAppeals = async (
  { coalescedSql }: Pick<Context, "coalescedSql">,
  viewer: SignedInViewer,
  debateId: number,
): Promise<DebateAppeals> => {
  const [found] = await selectRows<AppealsRow>(coalescedSql, APPEALS_SQL, [viewer.id, debateId]);
  const { decidedAt, isSealed, mine, decided } = requireVisible(viewer, found);
  if (decidedAt === null || isSealed) return NONE;
  const deadline = getAppealDeadline(decidedAt);
  const isOpen = mine === null && Date.now() < deadline.getTime();
  return {
    openUntil: isOpen ? deadline.toISOString() : null,
    mine,
    decided: decided.map(({ id, ground, decision, reason, decidedAt: at }) => ({
      id,
      ground,
      decision,
      reason,
      decidedAt: new Date(at).toISOString(),
    })),
  };
};
