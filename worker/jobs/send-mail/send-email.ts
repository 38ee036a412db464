import { mutateRows, type Sql } from "#infra/db/sql.ts";
import { withTransaction } from "#infra/db/transaction.ts";
import { finishJob, type JobLease, LeaseLostError } from "#infra/db/jobs/job-lease.ts";
import { digestToken, createToken } from "#infra/tokens.ts";
import type { JobHandler } from "#infra/queue/queue-consumer.ts";
import {
  findUnsubscribedKind,
  EMAIL_LINKS,
  type EmailLinkKind,
  EMAIL_RULES,
  buildOneClickUrl,
} from "#shared/domain/email.ts";
import type { WorkerContext } from "#worker/context.ts";
import { buildEmail } from "#worker/email/email-templates.ts";
import { EmailError } from "#worker/email/mailer.ts";
import { renderEmail } from "#worker/email/render-email.ts";
import { loadQueuedEmail } from "./load-email.ts";
import type { ActiveLease } from "#worker/runtime/job-task.ts";

const INSERT_LINK_SQL = `
  INSERT INTO email_tokens (digest, kind, user_id, email, expires_at)
  SELECT $3, $4, user_id, email, now() + $5 * interval '1 hour' FROM emails
   WHERE id = $1 AND attempt = $2 AND status = 'running'
  RETURNING digest`;

/**
 * Creates a link for this attempt and returns its token. Only the token's digest is stored. Throws
 * `LeaseLostError`.
 */
const createEmailLink = async (
  sql: Sql,
  { id, attempt }: JobLease,
  kind: EmailLinkKind,
): Promise<string> => {
  const token = createToken();
  const values = [id, attempt, digestToken(token), kind, EMAIL_LINKS[kind].hours];
  if ((await mutateRows(sql, INSERT_LINK_SQL, values)).length === 0) throw new LeaseLostError();
  return token;
};

/**
 * Changes of the email's row at the end of the job. A sent email loses its address and data; its
 * row stays to detect duplicates. A rejected email keeps both, so that an admin can retry it.
 */
const FINISHED_COLUMNS = {
  complete: "email = NULL, data = '{}'",
  failed: "heartbeat_at = now()",
} as const;
const finishEmail = (
  { db, logger }: WorkerContext,
  lease: JobLease,
  status: "complete" | "failed",
) =>
  withTransaction(db, logger, (tx) =>
    finishJob(tx, lease, status, { set: FINISHED_COLUMNS[status] }),
  );

const sendOnce = async (
  context: WorkerContext,
  lease: ActiveLease,
): Promise<"complete" | "failed"> => {
  const { sql, mailer, productName, contactEmail, origin } = context;
  const mail = await loadQueuedEmail(sql, lease.id);
  if (!mail) return "complete";
  if (!mailer) throw new Error("email is no longer set up");
  const { kind, email } = mail;
  const { link } = EMAIL_RULES[kind];
  const token = link && (await createEmailLink(sql, lease, link));
  const content = buildEmail(kind, { ...mail, productName, contactEmail, origin, token });
  const unsubscribe =
    link && token && findUnsubscribedKind(link) ? buildOneClickUrl(origin, token) : null;
  const id = `mail-${lease.id}`;
  const sent = { ...renderEmail(content, productName), to: email, id, unsubscribe };
  try {
    await mailer.send(sent, lease.signal);
    return "complete";
  } catch (err) {
    if (!(err instanceof EmailError) || !err.isRefused) throw err;
    lease.logger.warn({ err }, "email.rejected");
    lease.failure = { code: "refused", message: "The mail server rejected the email." };
    return "failed";
  }
};

/** Sends one queued email and retries while the SMTP server is down. */
export const sendEmail =
  (context: WorkerContext): JobHandler<"send-mail"> =>
  ({ mailId }) =>
    context.runner.run({
      job: "send-mail",
      id: mailId,
      async run(lease) {
        await finishEmail(context, lease, await sendOnce(context, lease));
      },
    });
