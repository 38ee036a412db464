import { change } from "#infra/db/sql.ts";
import { transact } from "#infra/db/transaction.ts";
import { askForMail } from "#infra/operations/ask-for-mail.ts";
import { revokeMailLinks } from "#infra/operations/revoke-mail-links.ts";
import type { ChangePassword } from "#shared/contract/account.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";
import { getUser } from "../../queries/get-user.ts";
import { endSessionsBut } from "./end-other-sessions.ts";
import { confirmPassword, type Here, isNotPassword } from "./confirm-password.ts";
import { hashPassword } from "./password.ts";
import { requireGoodPassword } from "./password-quality.ts";

/** Compares with the confirmed hash, so a concurrent password change wins. */
const SET = `
  UPDATE users SET password = $2 WHERE id = $1 AND password = $3
  RETURNING email, email_confirmed_at IS NOT NULL AS "isConfirmed"`;

interface Changed {
  email: string;
  isConfirmed: boolean;
}

/**
 * Changes the viewer's password, ends all other sessions and revokes open email links. Returns the
 * epoch that this session continues with. Throws invalid and too_many_requests.
 */
export const changePassword = async (
  context: Context,
  viewer: SignedIn,
  { password, newPassword }: ChangePassword,
  here: Here,
): Promise<number> => {
  const confirmed = await confirmPassword(context, viewer, password, here);
  const { username, email, role } = await getUser(context, viewer);
  const owner = { names: [username, email], role };
  await requireGoodPassword(context.env, newPassword, owner, "newPassword");
  const hashed = await hashPassword(newPassword);
  return transact(context.db, context.logger, async (tx, after) => {
    const [changed] = await change<Changed>(tx, SET, [viewer.id, hashed, confirmed]);
    if (!changed) throw isNotPassword();
    const epoch = await endSessionsBut(context, tx, after, {
      userId: viewer.id,
      sessionId: here.sessionId,
    });
    await revokeMailLinks(tx, viewer.id);
    if (changed.isConfirmed && context.env.mail)
      await askForMail(tx, after, context.enqueue, {
        kind: "password_changed",
        userId: viewer.id,
        email: changed.email,
      });
    return epoch;
  });
};
