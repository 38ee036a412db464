import { User } from "#infra/db/entities/user.ts";
import { endSessionsOf } from "#infra/operations/end-sessions.ts";
import { type Locked, lockRows } from "#infra/db/locks.ts";
import { turnAutoPlayOff } from "#infra/operations/auto-play.ts";
import { recordAct } from "#infra/operations/record-act.ts";
import { select } from "#infra/db/sql.ts";
import { transact, type Tx } from "#infra/db/transaction.ts";
import type { UserColumns } from "#infra/views/user-view.ts";
import type { SessionEnded } from "#shared/contract/events.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";
import { DEBATE_TO_CHANGE, type DebateToChange } from "../debates/lock-debate.ts";
import { recountVotes } from "../votes/recount-votes.ts";
import { confirmPassword, type Here } from "./confirm-password.ts";
import { lockAccount, lockOwnAccount } from "./lock-account.ts";

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

interface Deletion {
  reason: SessionEnded["reason"];
  /** The account, locked for who may delete it. */
  lock(tx: Tx): Promise<Locked<UserColumns>>;
  /** What is left of it, which had so many debates. */
  note(tx: Tx, account: UserColumns, debates: number): Promise<unknown>;
}

/** Deletes the user, unless they have touched more debates than could be locked before them. */
const deleteUnlessBusy = (
  context: Context,
  id: number,
  { reason, lock, note }: Deletion,
): Promise<boolean> =>
  transact(context.db, context.logger, async (tx, after) => {
    const debates = await lockDebatesOf(tx, id);
    const account = await lock(tx);
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
    await note(tx, account, own.length);
    const { announce } = context;
    after(() => announce.sessionsEnded(id, { reason }));
    after(() => own.forEach((debate) => announce.debateDeleted(debate.id)));
    after(() => votedOn.forEach((debate) => announce.votesUpdated(debate.id)));
    return true;
  });

/**
 * Deletes a user with their debates, votes and sessions; what they paid stays, without the person.
 * Votes that are gone no longer count. Throws not_found, and forbidden for admins.
 */
export const deleteUser = async (context: Context, viewer: SignedIn, id: number): Promise<void> => {
  const deletion: Deletion = {
    reason: "account_deleted",
    lock: (tx) => lockAccount(tx, viewer, id, "deleteAccount"),
    note: (tx, { username, role, credits }, debates) =>
      recordAct(tx, viewer, {
        act: "delete_user",
        subject: { kind: "user", id, name: username },
        before: { role, credits, debates },
      }),
  };
  while (!(await deleteUnlessBusy(context, id, deletion)));
};

/** What admins did and decided stays, without the name of who has left. */
const FORGET_NAME = [
  `UPDATE audit_log SET subject_name = '(deleted)' WHERE subject_kind = 'user' AND subject_id = $1`,
  `UPDATE audit_log SET actor_id = NULL, actor_name = '(deleted)' WHERE actor_id = $1`,
];
const FORGET_DECIDED = `UPDATE reviews SET decided_by = '(deleted)' WHERE decided_by = $1`;

/**
 * Deletes the viewer's own account as an admin's deletion does, and their name wherever it is kept.
 * A password that is given has to be right. Throws invalid, too_many_requests, and forbidden for admins.
 */
export const deleteOwnAccount = async (
  context: Context,
  viewer: SignedIn,
  password: string | undefined,
  here: Here,
): Promise<void> => {
  if (password !== undefined) await confirmPassword(context, viewer, password, here);
  const { id } = viewer;
  const deletion: Deletion = {
    reason: "account_left",
    lock: (tx) => lockOwnAccount(tx, viewer, "deleteAccount"),
    note: async (tx, { username }) => {
      for (const statement of FORGET_NAME) await tx.query(statement, [id]);
      await tx.query(FORGET_DECIDED, [username]);
    },
  };
  while (!(await deleteUnlessBusy(context, id, deletion)));
};
