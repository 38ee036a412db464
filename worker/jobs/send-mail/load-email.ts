import { selectRows, type Sql } from "#infra/db/sql.ts";
import {
  EMAIL_EXPIRY_HOURS,
  type EmailData,
  type EmailKind,
  EMAIL_RULES,
} from "#shared/domain/email.ts";

export interface QueuedEmail {
  kind: EmailKind;
  email: string;
  username: string;
  /** Whether the recipient is the account's confirmed address. */
  isConfirmed: boolean;
  data: EmailData;
}

interface QueuedEmailRow extends QueuedEmail {
  isOwn: boolean;
  isLate: boolean;
}

const EMAIL_SQL = `
  SELECT m.kind, m.email, m.data, u.username, lower(u.email) = lower(m.email) AS "isOwn",
         u.email_confirmed_at IS NOT NULL AND lower(u.email) = lower(m.email) AS "isConfirmed",
         m.created_at < now() - $2 * interval '1 hour' AS "isLate"
    FROM emails m JOIN users u ON u.id = m.user_id
   WHERE m.id = $1 AND m.email IS NOT NULL AND u.suspended_at IS NULL
     AND m.kind <> ALL (u.unsubscribed_emails)
     AND (m.data ->> 'debate' IS NULL
          OR EXISTS (SELECT FROM debates WHERE id = (m.data ->> 'debate')::int))`;

/**
 * Kinds of emails that are sent to a future or former address of the account, not to its current
 * one.
 */
const SENT_TO_OTHER_ADDRESS: ReadonlySet<EmailKind> = new Set<EmailKind>([
  "change_email",
  "email_changed",
]);

/**
 * Loads an email; null if it must not be sent any more. That is the case if the account is gone or
 * suspended, the address changed or is unconfirmed, the user unsubscribed, the debate was deleted,
 * or the email is too old.
 */
export const loadQueuedEmail = async (sql: Sql, mailId: number): Promise<QueuedEmail | null> => {
  const [found] = await selectRows<QueuedEmailRow>(sql, EMAIL_SQL, [mailId, EMAIL_EXPIRY_HOURS]);
  if (!found || found.isLate) return null;
  const { isOwn, isLate: _isLate, ...mail } = found;
  if (SENT_TO_OTHER_ADDRESS.has(mail.kind)) return mail;
  return isOwn && (mail.isConfirmed || EMAIL_RULES[mail.kind].confirms) ? mail : null;
};
