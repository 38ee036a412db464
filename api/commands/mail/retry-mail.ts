import { change, select } from "#infra/db/sql.ts";
import { transact } from "#infra/db/transaction.ts";
import { recordAct } from "#infra/operations/record-act.ts";
import { DomainError, notFound } from "#shared/contract/errors.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";
import { requireMail } from "./require-mail.ts";

/** Resets the creation time too, because old emails are discarded. */
const RETRY = `
  UPDATE mails m SET status = 'pending', failures = 0, run_at = now(), created_at = now()
    FROM users u
   WHERE m.id = $1 AND m.status = 'failed' AND m.email IS NOT NULL AND u.id = m.user_id
  RETURNING m.attempt, u.id AS "userId", u.username`;

interface Retried {
  attempt: number;
  userId: number;
  username: string;
}

/**
 * Queues a failed email again. Throws not_found, conflict if it has not failed or its address was
 * deleted, and unavailable if email is not configured.
 */
export const retryMail = (context: Context, viewer: SignedIn, mailId: number): Promise<void> => {
  requireMail(context.env);
  return transact(context.db, context.logger, async (tx, after) => {
    const [retried] = await change<Retried>(tx, RETRY, [mailId]);
    if (!retried) {
      const [found] = await select(tx, "SELECT FROM mails WHERE id = $1", [mailId]);
      throw found
        ? new DomainError("conflict", "This mail cannot be sent again.")
        : notFound("Mail");
    }
    const { attempt, userId, username } = retried;
    await recordAct(tx, viewer, {
      act: "retry_mail",
      subject: { kind: "user", id: userId, name: username },
    });
    after(() => context.enqueue("send-mail", { mailId }, { attempt }));
  });
};
