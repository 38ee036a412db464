import { IS_APPEAL_DECIDABLE_SQL } from "#infra/db/debates/appeals-sql.ts";
import { mutateRows, selectRows } from "#infra/db/sql.ts";
import { withTransaction } from "#infra/db/transaction.ts";
import { recordAuditEntry } from "#infra/services/audit-log.ts";
import type { AppealDecisionRequest } from "#shared/contract/debates/appeals.ts";
import { DomainError, notFound } from "#shared/contract/errors.ts";
import type { AdminAct } from "#shared/domain/accounts/audit-log.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { AppealDecision } from "#shared/domain/debates/judging/appeal.ts";
import type { Context } from "../../context.ts";

const ACT = {
  upheld: "uphold_appeal",
  rejected: "reject_appeal",
} as const satisfies Record<AppealDecision, AdminAct>;

const DECIDE_SQL = `
  UPDATE verdict_appeals a
     SET decision = $2, decision_reason = $3, decided_at = now(),
         decided_by = (SELECT username FROM users WHERE id = $4)
    FROM debates d
   WHERE a.id = $1 AND d.id = a.debate_id AND a.decision IS NULL AND ${IS_APPEAL_DECIDABLE_SQL}
     AND a.user_id IS DISTINCT FROM $4
  RETURNING d.id AS "debateId", d.topic`;

const IS_MINE_SQL = `
  SELECT a.user_id IS NOT DISTINCT FROM $2 AS "isMine"
    FROM verdict_appeals a JOIN debates d ON d.id = a.debate_id
   WHERE a.id = $1 AND ${IS_APPEAL_DECIDABLE_SQL}`;

/**
 * Stores an admin's decision about an appeal, with its public reason. Throws `forbidden` for the
 * admin's own appeal and `conflict` for a decided one. Throws `not_found` for an unknown appeal,
 * and while the debate's results or speakers are hidden.
 */
export const decideAppeal = (
  { logger, db }: Pick<Context, "logger" | "db">,
  admin: SignedInViewer,
  appealId: number,
  { decision, reason }: AppealDecisionRequest,
): Promise<void> =>
  withTransaction(db, logger, async (tx) => {
    const values = [appealId, decision, reason, admin.id];
    const [decided] = await mutateRows<{ debateId: number; topic: string }>(tx, DECIDE_SQL, values);
    if (!decided) {
      const [appeal] = await selectRows<{ isMine: boolean }>(tx, IS_MINE_SQL, [appealId, admin.id]);
      if (!appeal) throw notFound("Appeal");
      if (appeal.isMine) throw new DomainError("forbidden", "You cannot decide your own appeal.");
      throw new DomainError("conflict", "This appeal is already decided.");
    }
    await recordAuditEntry(tx, admin, {
      act: ACT[decision],
      subject: { kind: "debate", id: decided.debateId, name: decided.topic },
    });
  });
