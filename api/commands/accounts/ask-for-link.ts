import { withEffects } from "#infra/db/transaction.ts";
import { askForMail } from "#infra/operations/ask-for-mail.ts";
import type { AskForLink } from "#shared/contract/account.ts";
import type { Context } from "../../context.ts";
import { findLogin } from "../../queries/find-user.ts";
import { requireMail } from "../mail/require-mail.ts";

/**
 * Sends a link to the account's address, to choose a new password with or to sign in. The same rows
 * are written and the same job is enqueued whether there is such an account or not, so neither the
 * answer nor its time tells. Throws unavailable where no mail is sent.
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
