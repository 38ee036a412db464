import { HAS_SECOND_FACTOR_SQL } from "#infra/db/second-factor.ts";
import {
  describeRemovedAccess,
  type RemovedAccess,
} from "#shared/domain/accounts/account-recovery.ts";
import { selectRows } from "#infra/db/sql.ts";
import type { Tx } from "#infra/db/transaction.ts";
import { enqueueEmail } from "#infra/services/enqueue-email.ts";
import { revokeAccountAccess } from "#infra/services/accounts/revoke-account-access.ts";
import { recordAuditEntry } from "#infra/services/audit-log.ts";
import { userRoom } from "#infra/realtime/rooms.ts";
import {
  type AccountColumns,
  withLockedAccount,
  type CommandServices,
  notifyOpenPages,
} from "./locked-account.ts";

const HAS_SECOND_FACTOR_OF_USER_SQL = `SELECT FROM users u WHERE u.id = $1 AND ${HAS_SECOND_FACTOR_SQL}`;

/**
 * Stores an email to the account's owner. This process has no queue, so a worker's reconciler
 * enqueues the email's job.
 */
const notifyOwner = async (
  tx: Tx,
  { id: userId, email }: AccountColumns,
  removed: RemovedAccess,
): Promise<void> => {
  const method = `${describeRemovedAccess(removed).join(", ")} (removed by an operator)`;
  await enqueueEmail(
    tx,
    () => {},
    () => Promise.resolve(),
    {
      kind: "sign_in_method_removed",
      userId,
      email,
      data: { method, at: new Date().toISOString() },
    },
  );
};

/**
 * Removes an account's second factor, so that its owner can sign in with the password alone.
 * Removes everything that a recovery by email removes, notifies the owner and writes the audit log.
 * Throws if the account does not exist or has no second factor.
 */
export const removeSecondFactor = async (
  services: CommandServices & { hasMail: boolean },
  name: string,
): Promise<string> => {
  const { id, username } = await withLockedAccount(services.databaseUrl, name, async (tx, user) => {
    if ((await selectRows(tx, HAS_SECOND_FACTOR_OF_USER_SQL, [user.id])).length === 0)
      throw new Error(`${user.username} has no second factor.`);
    const { removed } = await revokeAccountAccess(tx, user.id, { sessionId: null, device: null });
    const before = { passkeys: removed.passkeys, apps: removed.apps };
    const subject = { kind: "user", id: user.id, name: user.username } as const;
    await recordAuditEntry(tx, null, { act: "reset_second_factor", subject, before });
    if (user.isConfirmed && services.hasMail) await notifyOwner(tx, user, removed);
    return user;
  });
  const done = `${username} must sign in again, with the password only.`;
  return notifyOpenPages(services, done, (io) => io.in(userRoom(id)).disconnectSockets(true));
};
