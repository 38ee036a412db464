import { change, select } from "#infra/db/sql.ts";
import { transact } from "#infra/db/transaction.ts";
import { attemptsAnew } from "#infra/db/work.ts";
import { recordAct } from "#infra/operations/record-act.ts";
import { DomainError, notFound } from "#shared/contract/errors.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";

const RETRY = `
  UPDATE exports e
     SET status = 'pending', attempt = ${attemptsAnew("e.attempt")}, failures = 0, run_at = now(),
         expires_at = NULL
    FROM users u
   WHERE e.id = $1 AND e.status = 'failed' AND u.id = e.user_id
  RETURNING e.attempt, u.id AS "userId", u.username`;

interface Retried {
  attempt: number;
  userId: number;
  username: string;
}

/** Restarts a user's failed data export. Throws not_found, and conflict if it has not failed. */
export const retryExport = (context: Context, viewer: SignedIn, exportId: number): Promise<void> =>
  transact(context.db, context.logger, async (tx, after) => {
    const [retried] = await change<Retried>(tx, RETRY, [exportId]);
    if (!retried) {
      const [found] = await select(tx, "SELECT FROM exports WHERE id = $1", [exportId]);
      throw found ? new DomainError("conflict", "This export has not failed.") : notFound("Export");
    }
    const { attempt, userId, username } = retried;
    await recordAct(tx, viewer, {
      act: "retry_export",
      subject: { kind: "user", id: userId, name: username },
    });
    after(() => context.enqueue("export-data", { exportId }, { attempt }));
  });
