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

/** Debates that belong to the user, have their votes, or run Auto-Play on their behalf. */
const lockDebatesOf = (tx: Tx, userId: number): Promise<Locked<DebateToChange>[]> =>
  lockRows(tx, "debates", {
    columns: DEBATE_TO_CHANGE,
    where: `id IN (${TOUCHED})`,
    values: [userId],
  });

/** The reports stay, without the user and their network. */
const FORGET_NETWORKS = "UPDATE reports SET network = NULL WHERE user_id = $1";

interface Deletion {
  reason: SessionEnded["reason"];
  /** Locks the account and checks that it may be deleted. */
  lock(tx: Tx): Promise<Locked<UserColumns>>;
  note(tx: Tx, account: UserColumns, debates: number): Promise<unknown>;
}

/**
 * Returns false, and deletes nothing, if the user touched more debates after the debates were
 * locked.
 */
const deleteUnlessBusy = (
  context: Context,
  id: number,
  { reason, lock, note }: Deletion,
): Promise<boolean> =>
  transact(context.db, context.logger, async (tx, after) => {
    const debates = await lockDebatesOf(tx, id);
    const account = await lock(tx);
    // The account lock prevents new debates and votes of this user from here on.
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
    await tx.query(FORGET_NETWORKS, [id]);
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
 * Deletes a user with their debates, votes and sessions, and recounts the debates they voted on.
 * Payments stay without the user. Throws not_found, and forbidden for admins.
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

/** Removes the name from audit entries about and by the deleted user; the entries stay. */
const FORGET_NAME = [
  `UPDATE audit_log SET subject_name = '(deleted)' WHERE subject_kind = 'user' AND subject_id = $1`,
  `UPDATE audit_log SET actor_id = NULL, actor_name = '(deleted)' WHERE actor_id = $1`,
];
const FORGET_DECIDED = `UPDATE reviews SET decided_by = '(deleted)' WHERE decided_by = $1`;

/**
 * Deletes the viewer's own account and removes their name from the audit log and the reviews. A
 * given password must be right. Throws invalid, too_many_requests, and forbidden for admins.
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
