import { WinnerVote } from "#infra/db/entities/winner-vote.ts";
import { transact } from "#infra/db/transaction.ts";
import type { CastVoteAnswer } from "#shared/contract/debate.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { Role } from "#shared/domain/side.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";
import { lockDebate } from "../debates/lock-debate.ts";
import { recountVotes } from "./recount-votes.ts";

/**
 * Stores the viewer's vote for a winner; a second vote replaces the first. Throws conflict until
 * the debate is completed.
 */
export const castVote = (
  context: Context,
  viewer: SignedIn,
  debateId: number,
  winner: Role,
): Promise<CastVoteAnswer> =>
  transact(context.db, context.logger, async (tx, after) => {
    const debate = await lockDebate(tx, viewer, debateId, "vote");
    if (debate.status !== "completed")
      throw new DomainError("conflict", "Voting opens when the debate is completed.");
    await tx.upsert(WinnerVote, { debateId, userId: viewer.id, winner }, ["debateId", "userId"]);
    const { botA, botB } = await recountVotes(tx, debate);
    after(() => context.announce.votesUpdated(debateId));
    return { winner, winnerVotes: { botA, botB } };
  });
