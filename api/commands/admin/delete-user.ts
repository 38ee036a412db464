import { type EntityManager, In } from "typeorm";
import { Debate } from "#infra/db/entities/debate.ts";
import { User } from "#infra/db/entities/user.ts";
import { endSessionsOf } from "#infra/db/end-sessions.ts";
import { recordAct } from "#infra/db/record-act.ts";
import { select } from "#infra/db/sql.ts";
import { transact } from "#infra/db/transaction.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";
import { recountVotes } from "../recount-votes.ts";
import { lockAccount } from "./lock-account.ts";

const TOUCHED = `
  SELECT id FROM debates WHERE user_id = $1
   UNION SELECT debate_id FROM votes WHERE user_id = $1
   UNION SELECT debate_id FROM debate_votes WHERE user_id = $1`;

/** The debates that are the user's, or have their votes: locked before the user, as everywhere. */
const lockDebatesOf = async (tx: EntityManager, userId: number): Promise<Debate[]> => {
  const touched = await select<{ id: number }>(tx, TOUCHED, [userId]);
  return tx.find(Debate, {
    where: { id: In(touched.map(({ id }) => id)) },
    order: { id: "ASC" },
    lock: { mode: "pessimistic_write" },
  });
};

/**
 * Deletes a user with their debates, votes and sessions; what they paid stays, without the person.
 * Votes that are gone no longer count. Throws not_found, and forbidden for admins.
 */
export const deleteUser = (context: Context, viewer: SignedIn, id: number): Promise<void> =>
  transact(context.db, context.logger, async (tx, after) => {
    const debates = await lockDebatesOf(tx, id);
    const { username, role, credits } = await lockAccount(tx, viewer, id, "deleteAccount");
    await endSessionsOf(tx, id);
    await tx.delete(User, id);
    const own = debates.filter(({ userId }) => userId === id);
    const votedOn = debates.filter(({ userId }) => userId !== id);
    for (const debate of votedOn) await recountVotes(tx, debate);
    await recordAct(tx, viewer, {
      act: "delete_user",
      subject: { kind: "user", id, name: username },
      before: { role, credits, debates: own.length },
    });
    const { announce } = context;
    after(() => announce.sessionsEnded(id, { reason: "account_deleted" }));
    after(() => own.forEach((debate) => announce.debateDeleted(debate.id)));
    after(() => votedOn.forEach((debate) => announce.votesUpdated(debate.id)));
  });
