import { select } from "#infra/db/sql.ts";
import { transact } from "#infra/db/transaction.ts";
import { endWork, type Hold } from "#infra/db/work.ts";
import { askForMail } from "#infra/operations/ask-for-mail.ts";
import type { JobHandler } from "#infra/queue/consume.ts";
import { EXPORT_HOURS } from "#shared/domain/account.ts";
import type { WorkerContext } from "../context.ts";
import { collectFacts } from "./collect-facts.ts";
import { writeDebates } from "./write-debates.ts";

const EXPIRES = `expires_at = now() + interval '${EXPORT_HOURS} hours'`;

/** Only a confirmed address gets the email that the export is ready. */
const OWNER = `
  SELECT u.id, u.email FROM exports e JOIN users u ON u.id = e.user_id
   WHERE e.id = $1 AND u.email_confirmed_at IS NOT NULL`;

const store = (
  { db, logger, enqueue, mailer }: WorkerContext,
  hold: Hold,
  facts: object,
  debates: string,
): Promise<void> =>
  transact(db, logger, async (tx, after) => {
    const values = [JSON.stringify(facts, null, 2), debates];
    await endWork(tx, hold, "complete", { set: `facts = $1, debates = $2, ${EXPIRES}`, values });
    const [owner] = await select<{ id: number; email: string }>(tx, OWNER, [hold.id]);
    if (!owner || !mailer) return;
    const { id: userId, email } = owner;
    await askForMail(tx, after, enqueue, { kind: "export_ready", userId, email });
  });

/** Collects all data of a user into an export, which can be downloaded for `EXPORT_HOURS` hours. */
export const exportData =
  (context: WorkerContext): JobHandler<"export-data"> =>
  ({ exportId }) =>
    context.runner.run({
      job: "export-data",
      id: exportId,
      async run(attempt) {
        const { sql, labels, models, origin } = context;
        const { userId, facts } = await collectFacts(sql, exportId);
        const names = { labels, origin, available: [...models.keys()] };
        const debates = await writeDebates(sql, userId, names, attempt.signal);
        await store(context, attempt, facts, debates);
      },
      giveUp: (attempt) =>
        transact(context.db, context.logger, async (tx) => {
          await endWork(tx, attempt, "failed", { set: EXPIRES });
        }),
    });
