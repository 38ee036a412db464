import { askForMail } from "#infra/operations/ask-for-mail.ts";
import { noteSecurityEvent } from "#infra/operations/note-security-event.ts";
import type { ResetPassword } from "#shared/contract/mail.ts";
import type { LinkKind } from "#shared/domain/mail.ts";
import type { Context } from "../../context.ts";
import { endAllSessions } from "../accounts/end-all-sessions.ts";
import { hashPassword } from "../accounts/password.ts";
import { requireGoodPassword } from "../accounts/password-quality.ts";
import { findLink, isOver } from "./find-link.ts";
import { confirmAddress, takeLink } from "./take-link.ts";

/**
 * All but the way back to an address of before, which may be another's who has lost the account, and
 * those that end mails, which give nobody anything.
 */
const KEPT: readonly LinkKind[] = ["undo_email", "stop_debate_finished"];
const FORGET_CHANGES = `DELETE FROM mail_links WHERE user_id = $1 AND kind <> ALL ($2)`;

const SET_PASSWORD = `UPDATE users SET password = $2 WHERE id = $1`;

/**
 * Gives the account that a link was sent for a new password, which confirms its address and ends its
 * sessions, its other links, too. Throws not_found for a link that is over, or for something else.
 */
export const resetPassword = async (
  context: Context,
  { token, password }: ResetPassword,
  address: string,
): Promise<void> => {
  const { kind, userId, username, email, role } = await findLink(context.reads, token);
  if (kind !== "reset_password") throw isOver();
  await requireGoodPassword(context.env, password, { names: [username, email], role }, "password");
  const hashed = await hashPassword(password);
  await takeLink(context, token, userId, async (_context, tx, after, owner) => {
    await tx.query(SET_PASSWORD, [owner.id, hashed]);
    await confirmAddress(context, tx, after, owner);
    await tx.query(FORGET_CHANGES, [owner.id, KEPT]);
    await endAllSessions(context, tx, after, owner.id, "password_changed");
    await askForMail(tx, after, context.enqueue, {
      kind: "password_changed",
      userId: owner.id,
      email: owner.email,
    });
  });
  noteSecurityEvent(context, { event: "password_reset", userId, address });
};
