import { change } from "#infra/db/sql.ts";
import type { ForgotPassword } from "#shared/contract/account.ts";
import { RESETS_PER_HOUR } from "#shared/domain/mail.ts";
import type { Context } from "../../context.ts";
import { findLogin } from "../../queries/find-user.ts";
import { requireMail } from "../mail/require-mail.ts";

/** To nobody where there is no such account, or where enough was sent to it. */
const ASK = `
  WITH found AS (
    SELECT id, email FROM users u WHERE id = $1
       AND (SELECT count(*) FROM mails m WHERE m.user_id = u.id AND m.kind = 'reset_password'
               AND m.created_at > now() - interval '1 hour') < ${RESETS_PER_HOUR})
  INSERT INTO mails (kind, user_id, email)
  SELECT 'reset_password', (SELECT id FROM found), (SELECT email FROM found) RETURNING id`;

/**
 * Has a link sent with which whoever reads an account's mail chooses a new password. The same is
 * written, and the same job added, whether there is such an account or not: so neither the answer nor
 * its time tells. Throws unavailable where no mail is sent.
 */
export const forgotPassword = async (
  { env, reads, enqueue, logger }: Context,
  { username }: ForgotPassword,
): Promise<void> => {
  requireMail(env);
  const found = await findLogin(reads, username);
  const [asked] = await change<{ id: number }>(reads, ASK, [found?.id ?? null]);
  if (!asked) return;
  await enqueue("send-mail", { mailId: asked.id }, { attempt: 0 }).catch((err: unknown) =>
    logger.error({ err }, "the queue could not be told of a mail"),
  );
};
