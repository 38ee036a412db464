import { isSealedForSql } from "#infra/db/debates/sealed-results-sql.ts";
import { withTransaction } from "#infra/db/transaction.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "../../context.ts";
import { recordFinalStance } from "../ballots/record-final-stance.ts";
import { lockDebate } from "../debates/lock-debate.ts";

/**
 * Skipping the vote shows the results. A user who says afterwards that neither side won has
 * seen them, so `was_sealed` is false.
 */
const SKIP_SQL = `
  INSERT INTO skipped_votes (debate_id, user_id, is_undecided, was_sealed)
  SELECT d.id, $2::int, $3::boolean, $3::boolean AND ${isSealedForSql("$2::int")} FROM debates d WHERE d.id = $1
  ON CONFLICT (debate_id, user_id) DO UPDATE SET is_undecided = true, was_sealed = false
   WHERE excluded.is_undecided AND NOT skipped_votes.is_undecided`;

/**
 * Shows the viewer the results without a vote for a side. Otherwise they would stay hidden for some
 * minutes. With `undecided`, the viewer says that neither side won. A repeated request changes
 * nothing, and the viewer can still vote later. Throws `conflict` until the debate is completed.
 */
export const skipVote = (
  { logger, db, announce }: Pick<Context, "logger" | "db" | "announce">,
  viewer: SignedInViewer,
  debateId: number,
  { undecided }: { undecided: boolean },
): Promise<void> =>
  withTransaction(db, logger, async (tx, after) => {
    const debate = await lockDebate(tx, viewer, debateId, "vote", "NO KEY UPDATE");
    if (debate.status !== "completed")
      throw new DomainError(
        "conflict",
        "The results are not final before the debate is completed.",
      );
    if (undecided) await recordFinalStance(tx, debateId, viewer.id, "undecided");
    await tx.query(SKIP_SQL, [debateId, viewer.id, undecided]);
    after(() => announce.sealEnded(debateId, viewer.id));
  });
