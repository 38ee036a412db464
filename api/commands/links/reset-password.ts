import { enqueueEmail } from "#infra/services/enqueue-email.ts";
import { recordSecurityEvent } from "#infra/services/accounts/security-events.ts";
import type {
  ResetPasswordResponse,
  ResetPasswordRequest,
} from "#shared/contract/accounts/email-links.ts";
import type { Context } from "../../context.ts";
import { hashPassword } from "../accounts/password-hash.ts";
import { requireStrongPassword } from "../accounts/require-strong-password.ts";
import { findEmailToken, createLinkExpiredError } from "./find-email-token.ts";
import { type LinkBrowser, recoverAccount, formatRemovedAccess } from "./recover-account.ts";
import { confirmEmailAddress, consumeEmailToken } from "./consume-email-token.ts";

const SET_PASSWORD_SQL = `UPDATE users SET password = $2 WHERE id = $1`;

type ResetPasswordDeps = Pick<
  Context,
  "env" | "logger" | "db" | "sql" | "enqueue" | "announce" | "disconnectSession"
>;

/**
 * Sets a new password by an emailed link, confirms the address and removes all other ways to sign
 * in. Returns what was removed. Throws `not_found` if the link is invalid, expired or of another
 * kind.
 */
export const resetPassword = async (
  context: ResetPasswordDeps,
  { token, password }: ResetPasswordRequest,
  browser: LinkBrowser,
): Promise<ResetPasswordResponse> => {
  const { kind, userId, username, email, role } = await findEmailToken(context.sql, token);
  if (kind !== "reset_password") throw createLinkExpiredError();
  await requireStrongPassword(
    context.env,
    password,
    { names: [username, email], role },
    "password",
  );
  const hashed = await hashPassword(password);
  const removed = await consumeEmailToken(context, token, userId, async (tx, after, owner) => {
    await tx.query(SET_PASSWORD_SQL, [owner.id, hashed]);
    const reason = "password_changed";
    const recovery = await recoverAccount(context, tx, after, { kind, owner, browser, reason });
    await confirmEmailAddress(context, tx, after, owner);
    await enqueueEmail(tx, after, context.enqueue, {
      kind: "password_changed",
      userId: owner.id,
      email: owner.email,
      data: { removed: formatRemovedAccess(recovery.removed) },
    });
    return recovery.removed;
  });
  recordSecurityEvent(context, { event: "password_reset", userId, address: browser.address });
  return { removed };
};
