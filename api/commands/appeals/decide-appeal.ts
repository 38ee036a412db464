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
  RETURNING d.id AS "debateId", d.topic`;

const IS_DECIDED_SQL = "SELECT FROM verdict_appeals WHERE id = $1 AND decision IS NOT NULL";

/**
 * Stores an admin's decision about an appeal and its public reason. Throws `conflict` if the appeal
 * is decided, and `not_found`, also while the debate's results are sealed or its identities hidden.
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
      if ((await selectRows(tx, IS_DECIDED_SQL, [appealId])).length === 0) throw notFound("Appeal");
      throw new DomainError("conflict", "This appeal is already decided.");
    }
    await recordAuditEntry(tx, admin, {
      act: ACT[decision],
      subject: { kind: "debate", id: decided.debateId, name: decided.topic },
    });
  });
