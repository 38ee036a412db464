import { areResultsSealed } from "#api/queries/debates/are-results-sealed.ts";
import { mutateRows, selectRows } from "#infra/db/sql.ts";
import { withTransaction } from "#infra/db/transaction.ts";
import type { AppealRequest } from "#shared/contract/debates/appeals.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import { getAppealDeadline } from "#shared/domain/debates/judging/appeal.ts";
import type { Context } from "../../context.ts";
import { lockDebate } from "../debates/lock-debate.ts";

const DECIDED_AT_SQL = `SELECT decided_at AS "decidedAt" FROM verdicts WHERE debate_id = $1`;

const INSERT_SQL = `
  INSERT INTO verdict_appeals (debate_id, user_id, ground, reason) VALUES ($1, $2, $3, $4)
  ON CONFLICT (debate_id, user_id) DO NOTHING RETURNING id`;

/**
 * Stores a viewer's only appeal against a verdict. Throws `not_found` if the viewer may not see the
 * debate, and `conflict` if there is no decision, if it is sealed for the viewer, if it is too old,
 * or if the viewer has already appealed.
 */
export const appealVerdict = (
  { logger, db }: Pick<Context, "logger" | "db">,
  viewer: SignedInViewer,
  debateId: number,
  { ground, reason }: AppealRequest,
): Promise<void> =>
  withTransaction(db, logger, async (tx) => {
    const debate = await lockDebate(tx, viewer, debateId, "vote", "NO KEY UPDATE");
    const [verdict] = await selectRows<{ decidedAt: Date }>(tx, DECIDED_AT_SQL, [debateId]);
    if (!verdict) throw new DomainError("conflict", "This debate has no verdict to appeal.");
    if (await areResultsSealed(tx, viewer, debate))
      throw new DomainError("conflict", "Vote or skip the vote first, to see the verdict.");
    if (Date.now() >= getAppealDeadline(verdict.decidedAt).getTime())
      throw new DomainError("conflict", "The verdict is more than 72 hours old.");
    const added = await mutateRows(tx, INSERT_SQL, [debateId, viewer.id, ground, reason]);
    if (added.length === 0)
      throw new DomainError("conflict", "You have already appealed this verdict.");
  });
