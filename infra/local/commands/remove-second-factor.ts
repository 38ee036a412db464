import { HAS_SECOND_FACTOR } from "../../db/second-factor.ts";
import { change, select } from "../../db/sql.ts";
import type { Tx } from "../../db/transaction.ts";
import { askForMail } from "../../operations/ask-for-mail.ts";
import { endSessionsOf } from "../../operations/end-sessions.ts";
import { recordAct } from "../../operations/record-act.ts";
import { userRoom } from "../../realtime/rooms.ts";
import { type Account, onAccount, type Services, tellPages } from "./on-account.ts";

const HAS_ONE = `SELECT FROM users u WHERE u.id = $1 AND ${HAS_SECOND_FACTOR}`;
const remove = async (tx: Tx, table: string, userId: number): Promise<number> =>
  (await change(tx, `DELETE FROM ${table} WHERE user_id = $1 RETURNING user_id`, [userId])).length;

/** Whoever is signing in with what was true until now is not. */
const NEXT_EPOCH = `UPDATE users SET session_epoch = session_epoch + 1 WHERE id = $1`;

/** The owner is told, whoever asked for it; workers find the mail by themselves. */
const tellOwner = async (tx: Tx, { id: userId, email }: Account): Promise<void> => {
  const method = "any passkey or authenticator app that it had: an operator has removed them";
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
 * Has an account be signed in to with its password alone, for whoever has lost all else: removes its
 * passkeys, its app and the codes for recovery, signs it out everywhere, tells its owner, and is in
 * the audit log. Throws where there is no such account, or nothing to remove.
 */
export const removeSecondFactor = async (
  services: Services & { hasMail: boolean },
  name: string,
): Promise<string> => {
  const { id, username } = await onAccount(services.databaseUrl, name, async (tx, user) => {
    if ((await select(tx, HAS_ONE, [user.id])).length === 0)
      throw new Error(`${user.username} has no second factor.`);
    const before = {
      passkeys: await remove(tx, "passkeys", user.id),
      apps: await remove(tx, "authenticators", user.id),
    };
    await remove(tx, "recovery_codes", user.id);
    await tx.query(NEXT_EPOCH, [user.id]);
    await endSessionsOf(tx, user.id);
    const subject = { kind: "user", id: user.id, name: user.username } as const;
    await recordAct(tx, null, { act: "reset_second_factor", subject, before });
    if (user.isConfirmed && services.hasMail) await tellOwner(tx, user);
    return user;
  });
  const done = `${username} has to sign in again, with the password alone.`;
  return tellPages(services, done, (io) => io.in(userRoom(id)).disconnectSockets(true));
};
