import { mutateRows, selectRows } from "#infra/db/sql.ts";
import { withTransaction } from "#infra/db/transaction.ts";
import { recordAuditEntry } from "#infra/services/audit-log.ts";
import { DomainError, notFound } from "#shared/contract/errors.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "#api/context.ts";
import { requireEmailConfig } from "../accounts/require-email-config.ts";

/** Also resets the creation time, because emails that are too old are discarded. */
const RETRY_EMAIL_SQL = `
  UPDATE emails m SET status = 'pending', failures = 0, run_at = now(), created_at = now()
    FROM users u
   WHERE m.id = $1 AND m.status = 'failed' AND m.email IS NOT NULL AND u.id = m.user_id
  RETURNING m.attempt, u.id AS "userId", u.username`;

interface RetriedEmail {
  attempt: number;
  userId: number;
  username: string;
}

/**
 * Queues a failed email again. Throws `not_found`, `conflict` if it has not failed or its address
 * was deleted, and `unavailable` if email is not configured.
 */
export const retryEmail = (
  { env, logger, db, enqueue }: Pick<Context, "env" | "logger" | "db" | "enqueue">,
  viewer: SignedInViewer,
  mailId: number,
): Promise<void> => {
  requireEmailConfig(env);
  return withTransaction(db, logger, async (tx, after) => {
    const [retried] = await mutateRows<RetriedEmail>(tx, RETRY_EMAIL_SQL, [mailId]);
    if (!retried) {
      const [found] = await selectRows(tx, "SELECT FROM emails WHERE id = $1", [mailId]);
      throw found
        ? new DomainError("conflict", "This email cannot be sent again.")
        : notFound("Mail");
    }
    const { attempt, userId, username } = retried;
    await recordAuditEntry(tx, viewer, {
      act: "retry_mail",
      subject: { kind: "user", id: userId, name: username },
    });
    after(() => enqueue("send-mail", { mailId }, { attempt }));
  });
};
