import { askForMail } from "#infra/operations/ask-for-mail.ts";
import { noteSecurityEvent } from "#infra/operations/note-security-event.ts";
import type { PasswordReset, ResetPassword } from "#shared/contract/mail.ts";
import type { Context } from "../../context.ts";
import { hashPassword } from "../accounts/password.ts";
import { requireGoodPassword } from "../accounts/password-quality.ts";
import { findLink, isOver } from "./find-link.ts";
import { type LinkBrowser, recoverAccount, removedInWords } from "./recover-account.ts";
import { confirmAddress, takeLink } from "./take-link.ts";

const SET_PASSWORD = `UPDATE users SET password = $2 WHERE id = $1`;

/**
 * Sets a new password by an emailed link, confirms the address and removes all other ways to sign
 * in. Returns what was removed. Throws not_found if the link is invalid, expired or of another
 * kind.
 */
export const resetPassword = async (
  context: Context,
  { token, password }: ResetPassword,
  browser: LinkBrowser,
): Promise<PasswordReset> => {
  const { kind, userId, username, email, role } = await findLink(context.reads, token);
  if (kind !== "reset_password") throw isOver();
  await requireGoodPassword(context.env, password, { names: [username, email], role }, "password");
  const hashed = await hashPassword(password);
  const removed = await takeLink(context, token, userId, async (_context, tx, after, owner) => {
    await tx.query(SET_PASSWORD, [owner.id, hashed]);
    const reason = "password_changed";
    const recovery = await recoverAccount(context, tx, after, { kind, owner, browser, reason });
    await confirmAddress(context, tx, after, owner);
    await askForMail(tx, after, context.enqueue, {
      kind: "password_changed",
      userId: owner.id,
      email: owner.email,
      facts: { removed: removedInWords(recovery.removed) },
    });
    return recovery.removed;
  });
  noteSecurityEvent(context, { event: "password_reset", userId, address: browser.address });
  return { removed };
};
