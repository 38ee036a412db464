import { HAS_SECOND_FACTOR } from "../../db/second-factor.ts";
import { removedList, type RemovedAccess } from "#shared/domain/recovery.ts";
import { select } from "../../db/sql.ts";
import type { Tx } from "../../db/transaction.ts";
import { askForMail } from "../../operations/ask-for-mail.ts";
import { removeAccess } from "../../operations/remove-access.ts";
import { recordAct } from "../../operations/record-act.ts";
import { userRoom } from "../../realtime/rooms.ts";
import { type Account, onAccount, type Services, tellPages } from "./on-account.ts";

const HAS_ONE = `SELECT FROM users u WHERE u.id = $1 AND ${HAS_SECOND_FACTOR}`;

/** Notifies the owner; a worker's reconciler finds the email's job. */
const tellOwner = async (
  tx: Tx,
  { id: userId, email }: Account,
  removed: RemovedAccess,
): Promise<void> => {
  const method = `any passkey or authenticator app that it had: an operator has removed ${removedList(removed).join(", ")}`;
  await askForMail(
    tx,
    () => {},
    () => Promise.resolve(),
    {
      kind: "sign_in_method_removed",
      userId,
      email,
      facts: { method, at: new Date().toISOString() },
    },
  );
};

/**
 * Removes an account's second factor, so that its owner can sign in with the password alone.
 * Removes the same as a recovery by email, notifies the owner and writes the audit log. Throws if
 * there is no such account or it has no second factor.
 */
export const removeSecondFactor = async (
  services: Services & { hasMail: boolean },
  name: string,
): Promise<string> => {
  const { id, username } = await onAccount(services.databaseUrl, name, async (tx, user) => {
    if ((await select(tx, HAS_ONE, [user.id])).length === 0)
      throw new Error(`${user.username} has no second factor.`);
    const { removed } = await removeAccess(tx, user.id, { sessionId: null, device: null });
    const before = { passkeys: removed.passkeys, apps: removed.apps };
    const subject = { kind: "user", id: user.id, name: user.username } as const;
    await recordAct(tx, null, { act: "reset_second_factor", subject, before });
    if (user.isConfirmed && services.hasMail) await tellOwner(tx, user, removed);
    return user;
  });
  const done = `${username} has to sign in again, with the password alone.`;
  return tellPages(services, done, (io) => io.in(userRoom(id)).disconnectSockets(true));
};
