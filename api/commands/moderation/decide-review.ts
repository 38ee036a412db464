import { recordAct } from "#infra/operations/record-act.ts";
import { changeAndLock, lockRows } from "#infra/db/locks.ts";
import { change, select } from "#infra/db/sql.ts";
import { type AfterCommit, transact, type Tx } from "#infra/db/transaction.ts";
import { isReportedEnough } from "#infra/db/report-weight.ts";
import { notFound } from "#shared/contract/errors.ts";
import type { Decision } from "#shared/domain/moderation.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";

interface Reviewed {
  debateId: number;
  turnId: number | null;
}

const REVIEWED = `SELECT debate_id AS "debateId", turn_id AS "turnId" FROM reviews WHERE id = $1`;

const DECIDE = `
  UPDATE reviews SET decision = $2, decided_at = now(),
         decided_by = (SELECT username FROM users WHERE id = $3)
   WHERE id = $1 AND decision IS DISTINCT FROM $2 RETURNING id`;

/**
 * A debate is unlisted if a decision says so, or if it has many reports and no decision about the
 * debate.
 */
const list = (hasMail: boolean): string => `
  UPDATE debates d SET is_unlisted =
         EXISTS (SELECT FROM reviews WHERE debate_id = d.id AND decision = 'unlist')
         OR (${isReportedEnough(hasMail)} AND EXISTS
             (SELECT FROM reviews WHERE debate_id = d.id AND turn_id IS NULL AND decision IS NULL))
   WHERE id = $1`;

/** Shows or hides a turn. Returns a prefix for the name in the audit log. */
const decideTurn = async (
  { announce }: Context,
  tx: Tx,
  after: AfterCommit,
  { debateId, turnId }: { debateId: number; turnId: number },
  decision: Decision,
): Promise<string> => {
  const turn = await changeAndLock<{ turnNumber: number }>(
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
 * Throws not_found.
 */
export const decideReview = (
  context: Context,
  admin: SignedIn,
  reviewId: number,
  decision: Decision,
): Promise<void> =>
  transact(context.db, context.logger, async (tx, after) => {
    const [reviewed] = await select<Reviewed>(tx, REVIEWED, [reviewId]);
    if (!reviewed) throw notFound("Review");
    const { debateId, turnId } = reviewed;
    const [debate] = await lockRows<{ topic: string }>(tx, "debates", {
      columns: "topic",
      where: "id = $1",
      values: [debateId],
    });
    if (!debate) throw notFound("Review");
    if ((await change(tx, DECIDE, [reviewId, decision, admin.id])).length === 0) return;
    await tx.query(list(context.env.mail !== null), [debateId]);
    const which =
      turnId === null ? "" : await decideTurn(context, tx, after, { debateId, turnId }, decision);
    await recordAct(tx, admin, {
      act: decision,
      subject: {
        kind: turnId === null ? "debate" : "turn",
        id: turnId ?? debateId,
        name: which + debate.topic,
      },
    });
  });
