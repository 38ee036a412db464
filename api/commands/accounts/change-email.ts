import { select } from "#infra/db/sql.ts";
import { withEffects } from "#infra/db/transaction.ts";
import { askForMail } from "#infra/operations/ask-for-mail.ts";
import type { ChangeEmail } from "#shared/contract/account.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";
import { getUser } from "../../queries/get-user.ts";
import { requireMail } from "../mail/require-mail.ts";
import { confirmPassword, type Here } from "./confirm-password.ts";

/**
 * An address is taken if an account has it, or if an unexpired link can still restore it to a
 * previous owner.
 */
const IS_TAKEN = `
  SELECT FROM users WHERE lower(email) = lower($2)
  UNION ALL
  SELECT FROM mail_links WHERE kind = 'undo_email' AND lower(email) = lower($2)
             AND user_id <> $1 AND expires_at > now()`;

/**
 * Emails a confirmation link to the new address; the old address stays until the link is used.
 * Sends nothing to a taken address and answers the same. Throws invalid for a wrong password or the
 * current address, too_many_requests, and unavailable if email is not configured.
 */
export const changeEmail = async (
  context: Context,
  viewer: SignedIn,
  { email, password }: ChangeEmail,
  here: Here,
): Promise<void> => {
  requireMail(context.env);
  await confirmPassword(context, viewer, password, here);
  const user = await getUser(context, viewer);
  if (user.email.toLowerCase() === email.toLowerCase()) {
    const message = "That is your address already.";
    throw new DomainError("invalid", message, { fields: { email: message } });
  }
  await withEffects(context.logger, async (after) => {
    const isTaken = (await select(context.reads, IS_TAKEN, [viewer.id, email])).length > 0;
    await askForMail(context.reads, after, context.enqueue, {
      kind: "change_email",
      userId: viewer.id,
      email,
      isWithheld: isTaken,
    });
  });
};

const CONFIRMED = `
  SELECT email, email_confirmed_at IS NOT NULL AS "isConfirmed" FROM users WHERE id = $1`;

/**
 * Sends the confirmation link again, unless the address is confirmed. Throws unavailable if email
 * is not configured.
 */
export const askForConfirmation = async (context: Context, { id }: SignedIn): Promise<void> => {
  const { env, reads, logger, enqueue } = context;
  requireMail(env);
  const [user] = await select<{ email: string; isConfirmed: boolean }>(reads, CONFIRMED, [id]);
  if (!user || user.isConfirmed) return;
  await withEffects(logger, (after) =>
    askForMail(reads, after, enqueue, { kind: "confirm_email", userId: id, email: user.email }),
  );
};
