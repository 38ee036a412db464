import { ReactionEntity } from "#infra/db/entities/reaction.ts";
import { withTransaction } from "#infra/db/transaction.ts";
import type { SetReactionRequest, SetReactionResponse } from "#shared/contract/debates/debate.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "../../context.ts";
import { lockDebate } from "../debates/lock-debate.ts";
import { recountVotes } from "./recount-votes.ts";

export const setReaction = (
  { logger, db, announce }: Pick<Context, "logger" | "db" | "announce">,
  viewer: SignedInViewer,
  debateId: number,
  type: SetReactionRequest["type"],
): Promise<SetReactionResponse> =>
  withTransaction(db, logger, async (tx, after) => {
    const debate = await lockDebate(tx, viewer, debateId, "react");
    const key = { debateId, userId: viewer.id };
    if (type === "none") await tx.delete(ReactionEntity, key);
    else await tx.upsert(ReactionEntity, { ...key, type }, ["debateId", "userId"]);
    const { upvotes, downvotes } = await recountVotes(tx, debate);
    after(() => announce.votesUpdated(debateId));
    return { type, upvotes, downvotes };
  });
