import { UserEntity } from "#infra/db/entities/user.ts";
import { endUserSessions } from "#infra/services/accounts/end-sessions.ts";
import { type Locked, lockRows } from "#infra/db/row-locks.ts";
import { stopAutoPlay } from "#infra/services/debates/auto-play.ts";
import { recordAuditEntry } from "#infra/services/audit-log.ts";
import { selectRows } from "#infra/db/sql.ts";
import { withTransaction, type Tx } from "#infra/db/transaction.ts";
import type { UserColumns } from "#infra/presenters/user-presenter.ts";
import type { SessionEnded } from "#shared/contract/events.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "../../context.ts";
import { DEBATE_FOR_UPDATE_COLUMNS, type DebateForUpdate } from "../debates/lock-debate.ts";
import { recountVotes } from "../votes/recount-votes.ts";
import { confirmPassword, type ClientInfo } from "./confirm-password.ts";
import { lockAccount, lockOwnAccount } from "./lock-account.ts";

const AFFECTED_DEBATES_SQL = `
  SELECT id FROM debates WHERE user_id = $1
   UNION SELECT debate_id FROM votes WHERE user_id = $1
   UNION SELECT debate_id FROM debate_votes WHERE user_id = $1
   UNION SELECT id FROM debates WHERE auto_play_by = $1`;

/**
 * Locks the debates that the user owns or has voted on, and those in which the user turned
 * Auto-Play on.
 */
const lockAffectedDebates = (tx: Tx, userId: number): Promise<Locked<DebateForUpdate>[]> =>
  lockRows(tx, "debates", {
    columns: DEBATE_FOR_UPDATE_COLUMNS,
    where: `id IN (${AFFECTED_DEBATES_SQL})`,
    values: [userId],
  });

/** Reports stay when their author is deleted, but without the digest of the author's network. */
const CLEAR_REPORT_NETWORKS_SQL = "UPDATE reports SET network = NULL WHERE user_id = $1";

/** Open appeals are deleted. Decided ones stay public, but without the user's own words. */
const REMOVE_APPEALS_SQL = [
  "DELETE FROM verdict_appeals WHERE user_id = $1 AND decision IS NULL",
  "UPDATE verdict_appeals SET reason = '' WHERE user_id = $1",
];

interface AccountDeletion {
  reason: SessionEnded["reason"];
  /** Locks the account and checks that it may be deleted. */
  lock(tx: Tx): Promise<Locked<UserColumns>>;
  updateAuditLog(tx: Tx, account: UserColumns, debates: number): Promise<unknown>;
}

type DeleteUserDeps = Pick<Context, "logger" | "db" | "announce">;

/**
 * Tries to delete the account in one transaction. Returns false and deletes nothing if the user
 * created or voted on another debate while the debates were being locked.
 */
const tryDeleteAccount = (
  { logger, db, announce }: DeleteUserDeps,
  id: number,
  { reason, lock, updateAuditLog }: AccountDeletion,
): Promise<boolean> =>
  withTransaction(db, logger, async (tx, after) => {
    const debates = await lockAffectedDebates(tx, id);
    const account = await lock(tx);
    // The account is locked now, so the user can neither create debates nor vote any more.
    const affected = await selectRows<{ id: number }>(tx, AFFECTED_DEBATES_SQL, [id]);
    if (affected.length > debates.length) return false;
    await endUserSessions(tx, id);
    const ownDebates = debates.filter(({ userId }) => userId === id);
    const votedOn = debates.filter(({ userId }) => userId !== id);
    const autoPlayed = votedOn.filter(({ autoPlay }) => autoPlay.by?.id === id);
    for (const debate of autoPlayed) {
      const stopped = await stopAutoPlay(tx, debate);
      if (stopped) after(() => announce.debateUpdated(stopped));
    }
    for (const statement of [CLEAR_REPORT_NETWORKS_SQL, ...REMOVE_APPEALS_SQL])
      await tx.query(statement, [id]);
    await tx.delete(UserEntity, id);
    for (const debate of votedOn) await recountVotes(tx, debate);
    await updateAuditLog(tx, account, ownDebates.length);
    after(() => announce.sessionsEnded(id, { reason }));
    after(() => ownDebates.forEach((debate) => announce.debateDeleted(debate.id)));
    after(() => votedOn.forEach((debate) => announce.votesUpdated(debate.id)));
    return true;
  });

/**
 * Deletes a user with their debates, votes and sessions, and recounts the votes of other debates
 * they voted on. Payments stay without the user. Throws `not_found`, and `forbidden` for admins.
 */
export const deleteUser = async (
  context: DeleteUserDeps,
  viewer: SignedInViewer,
  id: number,
): Promise<void> => {
  const deletion: AccountDeletion = {
    reason: "account_deleted",
    lock: (tx) => lockAccount(tx, viewer, id, "deleteAccount"),
    updateAuditLog: (tx, { username, role, credits }, debates) =>
      recordAuditEntry(tx, viewer, {
        act: "delete_user",
        subject: { kind: "user", id, name: username },
        before: { role, credits, debates },
      }),
  };
  while (!(await tryDeleteAccount(context, id, deletion)));
};

/** Removes the name from audit entries about and by the deleted user; the entries stay. */
const ANONYMIZE_AUDIT_LOG_SQL = [
  `UPDATE audit_log SET subject_name = '(deleted)' WHERE subject_kind = 'user' AND subject_id = $1`,
  `UPDATE audit_log SET actor_id = NULL, actor_name = '(deleted)' WHERE actor_id = $1`,
];
const ANONYMIZE_DECISIONS_SQL = [
  `UPDATE reviews SET decided_by = '(deleted)' WHERE decided_by = $1`,
  `UPDATE verdict_appeals SET decided_by = '(deleted)' WHERE decided_by = $1`,
];

/**
 * Deletes the viewer's own account and removes their name from the audit log, the reviews and the
 * appeals. Checks the password if it is given. Throws `invalid`, `too_many_requests`, and
 * `forbidden` for admins.
 */
export const deleteOwnAccount = async (
  context: Pick<Context, "logger" | "db" | "sql" | "announce" | "throttles">,
  viewer: SignedInViewer,
  password: string | undefined,
  client: ClientInfo,
): Promise<void> => {
  if (password !== undefined) await confirmPassword(context, viewer, password, client);
  const { id } = viewer;
  const deletion: AccountDeletion = {
    reason: "account_left",
    lock: (tx) => lockOwnAccount(tx, viewer, "deleteAccount"),
    updateAuditLog: async (tx, { username }) => {
      for (const statement of ANONYMIZE_AUDIT_LOG_SQL) await tx.query(statement, [id]);
      for (const statement of ANONYMIZE_DECISIONS_SQL) await tx.query(statement, [username]);
    },
  };
  while (!(await tryDeleteAccount(context, id, deletion)));
};
