import { mutateRows } from "#infra/db/sql.ts";
import { withTransaction } from "#infra/db/transaction.ts";
import { enqueueEmail } from "#infra/services/enqueue-email.ts";
import { revokeEmailTokens } from "#infra/services/accounts/revoke-email-tokens.ts";
import type { ChangePasswordRequest } from "#shared/contract/accounts/account.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "../../context.ts";
import { getUser } from "#api/queries/accounts/get-user.ts";
import { endSessionsExcept } from "../sessions/end-sessions-except.ts";
import { confirmPassword, type ClientInfo, createWrongPasswordError } from "./confirm-password.ts";
import { hashPassword } from "./password-hash.ts";
import { requireStrongPassword } from "./require-strong-password.ts";

/**
 * $3 is the hash that the typed password was checked against. If another request has changed the
 * password since, no row is updated.
 */
const SET_PASSWORD_SQL = `
  UPDATE users SET password = $2 WHERE id = $1 AND password = $3
  RETURNING email, email_confirmed_at IS NOT NULL AS "isConfirmed"`;

interface ChangedPassword {
  email: string;
  isConfirmed: boolean;
}

type ChangePasswordDeps = Pick<
  Context,
  "env" | "logger" | "db" | "sql" | "enqueue" | "throttles" | "disconnectSession"
>;

/**
 * Changes the viewer's password, ends all other sessions and revokes open email links. Returns the
 * account's new session epoch, which the caller must store in this session to keep it valid. Throws
 * `invalid` and `too_many_requests`.
 */
export const changePassword = async (
  context: ChangePasswordDeps,
  viewer: SignedInViewer,
  { password, newPassword }: ChangePasswordRequest,
  client: ClientInfo,
): Promise<number> => {
  const confirmed = await confirmPassword(context, viewer, password, client);
  const { username, email, role } = await getUser(context, viewer);
  const owner = { names: [username, email], role };
  await requireStrongPassword(context.env, newPassword, owner, "newPassword");
  const hashed = await hashPassword(newPassword);
  return withTransaction(context.db, context.logger, async (tx, after) => {
    const [changed] = await mutateRows<ChangedPassword>(tx, SET_PASSWORD_SQL, [
      viewer.id,
      hashed,
      confirmed,
    ]);
    if (!changed) throw createWrongPasswordError();
    const epoch = await endSessionsExcept(context, tx, after, {
      userId: viewer.id,
      sessionId: client.sessionId,
    });
    await revokeEmailTokens(tx, viewer.id);
    if (changed.isConfirmed && context.env.mail)
      await enqueueEmail(tx, after, context.enqueue, {
        kind: "password_changed",
        userId: viewer.id,
        email: changed.email,
      });
    return epoch;
  });
};
