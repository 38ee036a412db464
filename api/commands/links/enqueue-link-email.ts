import { withAfterCommit } from "#infra/db/transaction.ts";
import { enqueueEmail } from "#infra/services/enqueue-email.ts";
import type { EmailLinkRequest } from "#shared/contract/accounts/account.ts";
import type { Context } from "#api/context.ts";
import { findLogin } from "#api/queries/accounts/find-user.ts";
import { requireEmailConfig } from "../accounts/require-email-config.ts";

/**
 * Emails a link to reset the password or to sign in. An unknown username causes the same writes and
 * the same job, so neither the answer nor its duration reveals whether the account exists. Throws
 * `unavailable` if email is not configured.
 */
export const enqueueLinkEmail = async (
  { env, sql, enqueue, logger }: Pick<Context, "env" | "logger" | "sql" | "enqueue">,
  kind: "reset_password" | "sign_in",
  { username }: EmailLinkRequest,
): Promise<void> => {
  requireEmailConfig(env);
  const found = await findLogin(sql, username.toLowerCase());
  await withAfterCommit(logger, (after) =>
    enqueueEmail(sql, after, enqueue, {
      kind,
      userId: found?.id ?? null,
      email: found?.email ?? username,
      isWithheld: !found,
    }),
  );
};
