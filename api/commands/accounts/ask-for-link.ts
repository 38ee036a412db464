import { withEffects } from "#infra/db/transaction.ts";
import { askForMail } from "#infra/operations/ask-for-mail.ts";
import type { AskForLink } from "#shared/contract/account.ts";
import type { Context } from "../../context.ts";
import { findLogin } from "../../queries/find-user.ts";
import { requireMail } from "../mail/require-mail.ts";

/**
 * Emails a link to reset the password or to sign in. An unknown username causes the same writes and
 * the same job, so neither the answer nor its duration reveals whether the account exists. Throws
 * unavailable if email is not configured.
 */
export const askForLink = async (
  { env, reads, enqueue, logger }: Context,
  kind: "reset_password" | "sign_in",
  { username }: AskForLink,
): Promise<void> => {
  requireMail(env);
  const found = await findLogin(reads, username.toLowerCase());
  await withEffects(logger, (after) =>
    askForMail(reads, after, enqueue, {
      kind,
      userId: found?.id ?? null,
      email: found?.email ?? username,
      isWithheld: !found,
    }),
  );
};
