import { selectRows } from "#infra/db/sql.ts";
import { withAfterCommit } from "#infra/db/transaction.ts";
import { enqueueEmail } from "#infra/services/enqueue-email.ts";
import type { ChangeEmailRequest } from "#shared/contract/accounts/account.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "../../context.ts";
import { getUser } from "#api/queries/accounts/get-user.ts";
import { requireEmailConfig } from "./require-email-config.ts";
import { confirmPassword, type ClientInfo } from "./confirm-password.ts";

/**
 * An address is taken if an account has it, or if an unexpired undo link of another account can
 * still restore it.
 */
const IS_EMAIL_TAKEN_SQL = `
  SELECT FROM users WHERE lower(email) = lower($2)
  UNION ALL
  SELECT FROM email_tokens WHERE kind = 'undo_email' AND lower(email) = lower($2)
             AND user_id <> $1 AND expires_at > now()`;

/**
 * Emails a confirmation link to the new address; the account keeps the old address until the link
 * is used. If another account has the new address, sends nothing but gives the same answer, so that
 * the answer does not reveal who has an account. Throws `invalid` for a wrong password or the
 * current address, `too_many_requests`, and `unavailable` if email is not configured.
 */
export const changeEmail = async (
  context: Pick<Context, "env" | "logger" | "sql" | "enqueue" | "throttles">,
  viewer: SignedInViewer,
  { email, password }: ChangeEmailRequest,
  client: ClientInfo,
): Promise<void> => {
  requireEmailConfig(context.env);
  await confirmPassword(context, viewer, password, client);
  const user = await getUser(context, viewer);
  if (user.email.toLowerCase() === email.toLowerCase()) {
    const message = "That is already your email.";
    throw new DomainError("invalid", message, { fields: { email: message } });
  }
  await withAfterCommit(context.logger, async (after) => {
    const isTaken =
      (await selectRows(context.sql, IS_EMAIL_TAKEN_SQL, [viewer.id, email])).length > 0;
    await enqueueEmail(context.sql, after, context.enqueue, {
      kind: "change_email",
      userId: viewer.id,
      email,
      isWithheld: isTaken,
    });
  });
};

const EMAIL_STATE_SQL = `
  SELECT email, email_confirmed_at IS NOT NULL AS "isConfirmed" FROM users WHERE id = $1`;

/**
 * Sends the confirmation link again, unless the address is confirmed. Throws `unavailable` if email
 * is not configured.
 */
export const enqueueConfirmationEmail = async (
  { env, logger, sql, enqueue }: Pick<Context, "env" | "logger" | "sql" | "enqueue">,
  { id }: SignedInViewer,
): Promise<void> => {
  requireEmailConfig(env);
  const [user] = await selectRows<{ email: string; isConfirmed: boolean }>(sql, EMAIL_STATE_SQL, [
    id,
  ]);
  if (!user || user.isConfirmed) return;
  await withAfterCommit(logger, (after) =>
    enqueueEmail(sql, after, enqueue, { kind: "confirm_email", userId: id, email: user.email }),
  );
};
