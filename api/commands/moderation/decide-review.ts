import { recordAuditEntry } from "#infra/services/audit-log.ts";
import { updateAndLockRow, lockRows } from "#infra/db/row-locks.ts";
import { mutateRows, selectRows } from "#infra/db/sql.ts";
import { type AfterCommit, withTransaction, type Tx } from "#infra/db/transaction.ts";
import { isReportThresholdReachedSql } from "#infra/db/report-weight-sql.ts";
import { notFound } from "#shared/contract/errors.ts";
import type { ReviewDecision } from "#shared/domain/moderation.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "../../context.ts";

interface ReviewSubject {
  debateId: number;
  turnId: number | null;
}

const REVIEW_SUBJECT_SQL = `SELECT debate_id AS "debateId", turn_id AS "turnId" FROM reviews WHERE id = $1`;

const DECIDE_REVIEW_SQL = `
  UPDATE reviews SET decision = $2, decided_at = now(),
         decided_by = (SELECT username FROM users WHERE id = $3)
   WHERE id = $1 AND decision IS DISTINCT FROM $2 RETURNING id`;

/**
 * A debate is unlisted if one of its reviews has the decision `unlist`, or if it has many reports
 * and the review of the debate itself is undecided.
 */
const buildUpdateListingSql = (hasMail: boolean): string => `
  UPDATE debates d SET is_unlisted =
         EXISTS (SELECT FROM reviews WHERE debate_id = d.id AND decision = 'unlist')
         OR (${isReportThresholdReachedSql(hasMail)} AND EXISTS
             (SELECT FROM reviews WHERE debate_id = d.id AND turn_id IS NULL AND decision IS NULL))
   WHERE id = $1`;

/**
 * Shows or hides a turn. Returns "Turn 3 of ", for example, which goes before the topic in the
 * audit log.
 */
const applyTurnDecision = async (
  { announce }: Pick<Context, "announce">,
  tx: Tx,
  after: AfterCommit,
  { debateId, turnId }: { debateId: number; turnId: number },
  decision: ReviewDecision,
): Promise<string> => {
  const turn = await updateAndLockRow<{ turnNumber: number }>(
    tx,
    "turns",
    `UPDATE turns SET is_hidden = $2 WHERE id = $1 RETURNING turn_number AS "turnNumber"`,
    [turnId, decision === "unlist"],
  );
  if (!turn) throw notFound("Review");
  const { turnNumber } = turn;
  after(() => announce.turnModerated({ debateId, turnId, turnNumber }));
  return `Turn ${turnNumber} of `;
};

/**
 * Stores an admin's decision. `keep` shows the debate or turn regardless of later reports. `unlist`
 * hides the turn and removes its debate from all lists. Repeating a decision changes nothing.
 * Throws `not_found`.
 */
export const decideReview = (
  context: Pick<Context, "env" | "logger" | "db" | "announce">,
  admin: SignedInViewer,
  reviewId: number,
  decision: ReviewDecision,
): Promise<void> =>
  withTransaction(context.db, context.logger, async (tx, after) => {
    const [reviewed] = await selectRows<ReviewSubject>(tx, REVIEW_SUBJECT_SQL, [reviewId]);
    if (!reviewed) throw notFound("Review");
    const { debateId, turnId } = reviewed;
    const [debate] = await lockRows<{ topic: string }>(tx, "debates", {
      columns: "topic",
      where: "id = $1",
      values: [debateId],
    });
    if (!debate) throw notFound("Review");
    if ((await mutateRows(tx, DECIDE_REVIEW_SQL, [reviewId, decision, admin.id])).length === 0)
      return;
    await tx.query(buildUpdateListingSql(context.env.mail !== null), [debateId]);
    const turnPrefix =
      turnId === null
        ? ""
        : await applyTurnDecision(context, tx, after, { debateId, turnId }, decision);
    await recordAuditEntry(tx, admin, {
      act: decision,
      subject: {
        kind: turnId === null ? "debate" : "turn",
        id: turnId ?? debateId,
        name: turnPrefix + debate.topic,
      },
    });
  });
