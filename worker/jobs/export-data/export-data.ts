import { selectRows } from "#infra/db/sql.ts";
import { withTransaction } from "#infra/db/transaction.ts";
import { finishJob, type JobLease } from "#infra/db/jobs/job-lease.ts";
import { enqueueEmail } from "#infra/services/enqueue-email.ts";
import type { JobHandler } from "#infra/queue/queue-consumer.ts";
import { EXPORT_LIFETIME_HOURS } from "#shared/domain/accounts/account.ts";
import type { WorkerContext } from "#worker/context.ts";
import { collectUserData } from "./collect-user-data.ts";
import { renderDebates } from "./render-debates.ts";

const EXPIRY_SQL = `expires_at = now() + interval '${EXPORT_LIFETIME_HOURS} hours'`;

/** Only a confirmed address gets the email that the export is ready. */
const CONFIRMED_OWNER_SQL = `
  SELECT u.id, u.email FROM exports e JOIN users u ON u.id = e.user_id
   WHERE e.id = $1 AND u.email_confirmed_at IS NOT NULL`;

const storeExport = (
  { db, logger, enqueue, mailer }: WorkerContext,
  lease: JobLease,
  facts: object,
  debates: string,
): Promise<void> =>
  withTransaction(db, logger, async (tx, after) => {
    const values = [JSON.stringify(facts, null, 2), debates];
    await finishJob(tx, lease, "complete", {
      set: `facts = $1, debates = $2, ${EXPIRY_SQL}`,
      values,
    });
    const [owner] = await selectRows<{ id: number; email: string }>(tx, CONFIRMED_OWNER_SQL, [
      lease.id,
    ]);
    if (!owner || !mailer) return;
    const { id: userId, email } = owner;
    await enqueueEmail(tx, after, enqueue, { kind: "export_ready", userId, email });
  });

/** Collects all data of a user into an export, downloadable for `EXPORT_LIFETIME_HOURS` hours. */
export const exportData =
  (context: WorkerContext): JobHandler<"export-data"> =>
  ({ exportId }) =>
    context.runner.run({
      job: "export-data",
      id: exportId,
      async run(lease) {
        const { sql, labels, models, origin } = context;
        const { userId, facts } = await collectUserData(sql, exportId);
        const names = { labels, origin, available: [...models.keys()] };
        const debates = await renderDebates(sql, userId, names, lease.signal);
        await storeExport(context, lease, facts, debates);
      },
      giveUp: (lease) =>
        withTransaction(context.db, context.logger, async (tx) => {
          await finishJob(tx, lease, "failed", { set: EXPIRY_SQL });
        }),
    });
