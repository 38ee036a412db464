import { change } from "#infra/db/sql.ts";
import { transact } from "#infra/db/transaction.ts";
import { askForMail } from "#infra/operations/ask-for-mail.ts";
import type { ChangePassword } from "#shared/contract/account.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";
import { getUser } from "../../queries/get-user.ts";
import { forgetHandovers } from "../links/forget-handovers.ts";
import { confirmPassword, type Here, isNotPassword } from "./confirm-password.ts";
import { hashPassword } from "./password.ts";
import { requireGoodPassword } from "./password-quality.ts";

/** None whose password of now is no longer the one that was asked for. */
const SET = `
  UPDATE users SET password = $2, session_epoch = session_epoch + 1 WHERE id = $1 AND password = $3
  RETURNING session_epoch AS epoch, email, email_confirmed_at IS NOT NULL AS "isConfirmed"`;

interface Changed {
  epoch: number;
  email: string;
  isConfirmed: boolean;
}

/** With the password, so that at no moment this session is over, too. */
const STAY = `UPDATE sessions SET sess = jsonb_set(sess, '{epoch}', to_jsonb($2::int)) WHERE sid = $1`;

const END_OTHERS = `
  DELETE FROM sessions WHERE sess ->> 'userId' = $1 AND sid <> $2 RETURNING sid`;

/**
 * Changes the password of who has the one of now, and signs them out everywhere but here: this
 * session goes on in the epoch that is returned. What was asked for before, as another address, is
 * over. Throws invalid, and too_many_requests.
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
    await tx.query(STAY, [here.sessionId, changed.epoch]);
    const ended = await change<{ sid: string }>(tx, END_OTHERS, [
      String(viewer.id),
      here.sessionId,
    ]);
    for (const { sid } of ended) after(() => context.disconnectSession(sid));
    await forgetHandovers(tx, viewer.id);
    if (changed.isConfirmed && context.env.mail)
      await askForMail(tx, after, context.enqueue, {
        kind: "password_changed",
        userId: viewer.id,
        email: changed.email,
      });
    return changed.epoch;
  });
};
