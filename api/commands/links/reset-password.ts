import { askForMail } from "#infra/operations/ask-for-mail.ts";
import { noteSecurityEvent } from "#infra/operations/note-security-event.ts";
import type { ResetPassword } from "#shared/contract/mail.ts";
import type { Context } from "../../context.ts";
import { endAllSessions } from "../accounts/end-all-sessions.ts";
import { hashPassword } from "../accounts/password.ts";
import { requireGoodPassword } from "../accounts/password-quality.ts";
import { findLink, isOver } from "./find-link.ts";
import { revokeMailLinks } from "#infra/operations/revoke-mail-links.ts";
import { confirmAddress, takeLink } from "./take-link.ts";

const SET_PASSWORD = `UPDATE users SET password = $2 WHERE id = $1`;

/**
 * Gives the account that a link was sent for a new password, which confirms its address, and ends its
 * sessions and what was asked for before. Throws not_found for a link that is over, or for something else.
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
    await revokeMailLinks(tx, owner.id);
    await endAllSessions(context, tx, after, owner.id, "password_changed");
    await askForMail(tx, after, context.enqueue, {
      kind: "password_changed",
      userId: owner.id,
      email: owner.email,
    });
  });
  noteSecurityEvent(context, { event: "password_reset", userId, address });
};
