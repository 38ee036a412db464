import { User } from "#infra/db/entities/user.ts";
import { endSessionsOf } from "#infra/operations/end-sessions.ts";
import { type Locked, lockRows } from "#infra/db/locks.ts";
import { turnAutoPlayOff } from "#infra/operations/auto-play.ts";
import { recordAct } from "#infra/operations/record-act.ts";
import { select } from "#infra/db/sql.ts";
import { transact, type Tx } from "#infra/db/transaction.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";
import { DEBATE_TO_CHANGE, type DebateToChange } from "../debates/lock-debate.ts";
import { recountVotes } from "../votes/recount-votes.ts";
import { lockAccount } from "./lock-account.ts";

const TOUCHED = `
  SELECT id FROM debates WHERE user_id = $1
   UNION SELECT debate_id FROM votes WHERE user_id = $1
   UNION SELECT debate_id FROM debate_votes WHERE user_id = $1
   UNION SELECT id FROM debates WHERE auto_play_by = $1`;

/** The debates that are the user's, have their votes, or go on because of them. */
const lockDebatesOf = (tx: Tx, userId: number): Promise<Locked<DebateToChange>[]> =>
  lockRows(tx, "debates", {
    columns: DEBATE_TO_CHANGE,
    where: `id IN (${TOUCHED})`,
    values: [userId],
  });

/** Deletes the user, unless they have touched more debates than could be locked before them. */
const deleteUnlessBusy = (context: Context, viewer: SignedIn, id: number): Promise<boolean> =>
  transact(context.db, context.logger, async (tx, after) => {
    const debates = await lockDebatesOf(tx, id);
    const { username, role, credits } = await lockAccount(tx, viewer, id, "deleteAccount");
    // From here on nothing more can become theirs.
    const touched = await select<{ id: number }>(tx, TOUCHED, [id]);
    if (touched.length > debates.length) return false;
    await endSessionsOf(tx, id);
    const own = debates.filter(({ userId }) => userId === id);
    const votedOn = debates.filter(({ userId }) => userId !== id);
    const played = votedOn.filter(({ autoPlay }) => autoPlay.by?.id === id);
    for (const debate of played) {
      const off = await turnAutoPlayOff(tx, debate);
      if (off) after(() => context.announce.debateUpdated(off));
    }
    await tx.delete(User, id);
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
    return true;
  });

/**
 * Deletes a user with their debates, votes and sessions; what they paid stays, without the person.
 * Votes that are gone no longer count. Throws not_found, and forbidden for admins.
 */
export const deleteUser = async (context: Context, viewer: SignedIn, id: number): Promise<void> => {
  while (!(await deleteUnlessBusy(context, viewer, id)));
};
