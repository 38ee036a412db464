import { select, type Sql } from "#infra/db/sql.ts";
import { LATE_AFTER_HOURS, type MailFacts, type MailKind, MAILS } from "#shared/domain/mail.ts";

export interface WaitingMail {
  kind: MailKind;
  email: string;
  username: string;
  /** Whether the recipient is the account's confirmed address. */
  isConfirmed: boolean;
  facts: MailFacts;
}

interface MailColumns extends WaitingMail {
  isOwn: boolean;
  isLate: boolean;
}

const MAIL = `
  SELECT m.kind, m.email, m.facts, u.username, lower(u.email) = lower(m.email) AS "isOwn",
         u.email_confirmed_at IS NOT NULL AND lower(u.email) = lower(m.email) AS "isConfirmed",
         m.created_at < now() - $2 * interval '1 hour' AS "isLate"
    FROM mails m JOIN users u ON u.id = m.user_id
   WHERE m.id = $1 AND m.email IS NOT NULL AND u.suspended_at IS NULL
     AND m.kind <> ALL (u.stopped_mails)
     AND (m.facts ->> 'debate' IS NULL
          OR EXISTS (SELECT FROM debates WHERE id = (m.facts ->> 'debate')::int))`;

/** Sent to the account's future or former address. */
const TO_ANOTHER: ReadonlySet<MailKind> = new Set<MailKind>(["change_email", "email_changed"]);

/**
 * Loads an email; null if it must not be sent any more. That is the case if the account is gone or
 * suspended, the address changed or is unconfirmed, the user unsubscribed, the debate was deleted,
 * or the email is too old.
 */
export const loadMail = async (sql: Sql, mailId: number): Promise<WaitingMail | null> => {
  const [found] = await select<MailColumns>(sql, MAIL, [mailId, LATE_AFTER_HOURS]);
  if (!found || found.isLate) return null;
  const { isOwn, isLate: _isLate, ...mail } = found;
  if (TO_ANOTHER.has(mail.kind)) return mail;
  return isOwn && (mail.isConfirmed || MAILS[mail.kind].confirms) ? mail : null;
};
