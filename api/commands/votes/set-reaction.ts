import { Reaction } from "#infra/db/entities/reaction.ts";
import { transact } from "#infra/db/transaction.ts";
import type { SetReaction, SetReactionAnswer } from "#shared/contract/debate.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";
import { lockDebate } from "../debates/lock-debate.ts";
import { recountVotes } from "./recount-votes.ts";

export const setReaction = (
  context: Context,
  viewer: SignedIn,
  debateId: number,
  type: SetReaction["type"],
): Promise<SetReactionAnswer> =>
  transact(context.db, context.logger, async (tx, after) => {
    const debate = await lockDebate(tx, viewer, debateId, "react");
    const mine = { debateId, userId: viewer.id };
    if (type === "none") await tx.delete(Reaction, mine);
    else await tx.upsert(Reaction, { ...mine, type }, ["debateId", "userId"]);
    const { upvotes, downvotes } = await recountVotes(tx, debate);
    after(() => context.announce.votesUpdated(debateId));
    return { type, upvotes, downvotes };
  });
