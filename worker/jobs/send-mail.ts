import { change, type Sql } from "#infra/db/sql.ts";
import { transact } from "#infra/db/transaction.ts";
import { endWork, type Hold, LostWork } from "#infra/db/work.ts";
import { digestOf, newToken } from "#infra/mail-token.ts";
import type { JobHandler } from "#infra/queue/consume.ts";
import { endedBy, LINKS, type LinkKind, MAILS, oneClickAddress } from "#shared/domain/mail.ts";
import type { WorkerContext } from "../context.ts";
import { composeLetter } from "../mail/compose-letter.ts";
import { MailError } from "../mail/mailer.ts";
import { writeLetter } from "../mail/write-letter.ts";
import { loadMail } from "./load-mail.ts";
import type { Attempt } from "./attempt.ts";

const MAKE_LINK = `
  INSERT INTO mail_links (digest, kind, user_id, email, expires_at)
  SELECT $3, $4, user_id, email, now() + $5 * interval '1 hour' FROM mails
   WHERE id = $1 AND attempt = $2 AND status = 'running'
  RETURNING digest`;

/**
 * Creates a link for this attempt and returns its token. Only the digest is stored. Throws
 * `LostWork`.
 */
const makeLink = async (sql: Sql, { id, attempt }: Hold, kind: LinkKind): Promise<string> => {
  const token = newToken();
  const values = [id, attempt, digestOf(token), kind, LINKS[kind].hours];
  if ((await change(sql, MAKE_LINK, values)).length === 0) throw new LostWork();
  return token;
};

/**
 * A sent email keeps its row for deduplication, without address and data. An admin can retry a
 * refused one.
 */
const KEEPING = { complete: "email = NULL, facts = '{}'", failed: "heartbeat_at = now()" } as const;
const end = ({ db, logger }: WorkerContext, hold: Hold, status: "complete" | "failed") =>
  transact(db, logger, (tx) => endWork(tx, hold, status, { set: KEEPING[status] }));

const FORGET = [
  `DELETE FROM mail_links WHERE expires_at < now()`,
  `DELETE FROM mails WHERE status IN ('complete', 'failed') AND created_at < now() - interval '30 days'`,
  `DELETE FROM mail_recipients WHERE sent_at[cardinality(sent_at)] < now() - interval '1 hour'`,
];

const send = async (context: WorkerContext, attempt: Attempt): Promise<"complete" | "failed"> => {
  const { sql, mailer, productName, contactEmail, origin } = context;
  const mail = await loadMail(sql, attempt.id);
  if (!mail) return "complete";
  if (!mailer) throw new Error("no mail is set up any more");
  const { kind, email } = mail;
  const { link } = MAILS[kind];
  const token = link && (await makeLink(sql, attempt, link));
  const letter = composeLetter(kind, { ...mail, productName, contactEmail, origin, token });
  const unsubscribe = link && token && endedBy(link) ? oneClickAddress(origin, token) : null;
  const id = `mail-${attempt.id}`;
  const sent = { ...writeLetter(letter, productName), to: email, id, unsubscribe };
  try {
    await mailer.send(sent, attempt.signal);
    return "complete";
  } catch (err) {
    if (!(err instanceof MailError) || !err.isRefused) throw err;
    attempt.logger.warn({ err }, "a mail was refused");
    attempt.failure = { code: "refused", message: "The mail server did not take it." };
    return "failed";
  }
};

/**
 * Sends one queued email and retries while the SMTP server is down. First deletes expired links and
 * emails older than 30 days.
 */
export const sendMail =
  (context: WorkerContext): JobHandler<"send-mail"> =>
  ({ mailId }) =>
    context.runner.run({
      job: "send-mail",
      id: mailId,
      async run(attempt) {
        for (const statement of FORGET) await context.sql.query(statement);
        await end(context, attempt, await send(context, attempt));
      },
    });
