import { isSealedForSql } from "#infra/db/debates/sealed-results-sql.ts";
import { withTransaction } from "#infra/db/transaction.ts";
import type { CastVoteResponse } from "#shared/contract/debates/debate.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { getStanceOfRole, type Role } from "#shared/domain/debates/side.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "../../context.ts";
import { recordFinalStance } from "../ballots/record-final-stance.ts";
import { lockDebate } from "../debates/lock-debate.ts";
import { recountVotes } from "./recount-votes.ts";

/**
 * A second vote changes only the winner. `was_sealed` keeps whether the results were hidden from
 * the user at the first vote.
 */
const VOTE_SQL = `
  INSERT INTO votes (debate_id, user_id, winner, was_sealed)
  SELECT d.id, $2::int, $3::text, ${isSealedForSql("$2::int")} FROM debates d WHERE d.id = $1
  ON CONFLICT (debate_id, user_id) DO UPDATE SET winner = excluded.winner`;

/**
 * Stores the viewer's vote for a winner; a second vote replaces the first. Throws `conflict` until
 * the debate is completed.
 */
export const castVote = (
  { logger, db, announce, audience }: Pick<Context, "logger" | "db" | "announce" | "audience">,
  viewer: SignedInViewer,
  debateId: number,
  winner: Role,
): Promise<CastVoteResponse> =>
  withTransaction(db, logger, async (tx, after) => {
    const debate = await lockDebate(tx, viewer, debateId, "vote");
    if (debate.status !== "completed")
      throw new DomainError("conflict", "Voting opens when the debate is completed.");
    await recordFinalStance(tx, debateId, viewer.id, getStanceOfRole(winner));
    await tx.query(VOTE_SQL, [debateId, viewer.id, winner]);
    const { botA, botB } = await recountVotes(tx, debate);
    after(() => announce.sealEnded(debateId, viewer.id));
    after(() => announce.votesUpdated(debateId));
    after(() => audience.announce({ debateId, turnIds: [], userIds: [viewer.id] }));
    return { winner, winnerVotes: { botA, botB } };
  });
