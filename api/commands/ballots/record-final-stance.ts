import { isSealedForSql } from "#infra/db/debates/sealed-results-sql.ts";
import type { Tx } from "#infra/db/transaction.ts";
import type { BallotStance } from "#shared/domain/debates/audience/swing.ts";

const RECORD_SQL = `
  UPDATE ballots b SET stance_after = $3 FROM debates d
   WHERE d.id = b.debate_id AND b.debate_id = $1 AND b.user_id = $2 AND b.stance_after IS NULL
     AND ${isSealedForSql("b.user_id")}`;

/**
 * Copies a viewer's vote into the ballot from before the debate, unless the viewer already sees the
 * judge's verdict, which could have changed the vote. Must run before the vote itself is stored,
 * because a vote shows the verdict.
 */
export const recordFinalStance = (
  tx: Tx,
  debateId: number,
  userId: number,
  stance: BallotStance,
): Promise<unknown> => tx.query(RECORD_SQL, [debateId, userId, stance]);
