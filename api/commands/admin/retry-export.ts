import { mutateRows, selectRows } from "#infra/db/sql.ts";
import { withTransaction } from "#infra/db/transaction.ts";
import { resetAttemptsSql } from "#infra/db/jobs/job-lease.ts";
import { recordAuditEntry } from "#infra/services/audit-log.ts";
import { DomainError, notFound } from "#shared/contract/errors.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "#api/context.ts";

const RETRY_EXPORT_SQL = `
  UPDATE exports e
     SET status = 'pending', attempt = ${resetAttemptsSql("e.attempt")}, failures = 0, run_at = now(),
         expires_at = NULL
    FROM users u
   WHERE e.id = $1 AND e.status = 'failed' AND u.id = e.user_id
  RETURNING e.attempt, u.id AS "userId", u.username`;

interface RetriedExport {
  attempt: number;
  userId: number;
  username: string;
}

/**
 * Restarts a user's failed data export. Throws `not_found`, and `conflict` if it has not failed.
 */
export const retryExport = (
  { logger, db, enqueue }: Pick<Context, "logger" | "db" | "enqueue">,
  viewer: SignedInViewer,
  exportId: number,
): Promise<void> =>
  withTransaction(db, logger, async (tx, after) => {
    const [retried] = await mutateRows<RetriedExport>(tx, RETRY_EXPORT_SQL, [exportId]);
    if (!retried) {
      const [found] = await selectRows(tx, "SELECT FROM exports WHERE id = $1", [exportId]);
      throw found ? new DomainError("conflict", "This export has not failed.") : notFound("Export");
    }
    const { attempt, userId, username } = retried;
    await recordAuditEntry(tx, viewer, {
      act: "retry_export",
      subject: { kind: "user", id: userId, name: username },
    });
    after(() => enqueue("export-data", { exportId }, { attempt }));
  });
