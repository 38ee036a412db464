import { withTransaction } from "#infra/db/transaction.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "../../context.ts";
import { lockDebate } from "../debates/lock-debate.ts";

const SKIP_SQL = `
  INSERT INTO skipped_votes (debate_id, user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`;

/**
 * Shows the viewer the results without a vote. Otherwise they would stay hidden for some minutes. A
 * repeated request changes nothing, and the viewer can still vote later. Throws `conflict` until
 * the debate is completed.
 */
export const skipVote = (
  { logger, db, announce }: Pick<Context, "logger" | "db" | "announce">,
  viewer: SignedInViewer,
  debateId: number,
): Promise<void> =>
  withTransaction(db, logger, async (tx, after) => {
    const debate = await lockDebate(tx, viewer, debateId, "vote", "NO KEY UPDATE");
    if (debate.status !== "completed")
      throw new DomainError(
        "conflict",
        "The results are not final before the debate is completed.",
      );
    await tx.query(SKIP_SQL, [debateId, viewer.id]);
    after(() => announce.sealEnded(debateId, viewer.id));
  });
