import {
  isEmailKindLimited,
  type EmailData,
  type EmailKind,
  MAX_EMAILS_PER_RECIPIENT_AND_HOUR,
  getRecipientKey,
} from "#shared/domain/email.ts";
import { mutateRows, type Sql } from "../db/sql.ts";
import type { AfterCommit } from "../db/transaction.ts";
import { digestToken } from "../tokens.ts";
import type { Enqueue } from "../queue/enqueue.ts";

interface EmailRequest {
  kind: EmailKind;
  /** The recipient's account. Null if there is none; `isWithheld` must be set then. */
  userId: number | null;
  email: string;
  /**
   * Whether the email is stored and enqueued without its address, and so never sent. The request
   * then takes as long as one whose email is sent, so it does not reveal whether an account exists.
   */
  isWithheld?: boolean;
  data?: EmailData;
  /** Deduplication key. A second email with the same key is not sent. */
  key?: string;
}

/**
 * Counts the email for its recipient and stores it. Above the hourly limit it is stored without its
 * address, and so never sent. Parallel requests wait for each other at the counting row. `sent_at`
 * holds only the times of the latest emails.
 */
const INSERT_EMAIL_SQL = `
  WITH counted AS (
    INSERT INTO email_recipients AS r (digest, kind, sent_at)
    SELECT CASE WHEN EXISTS (
             SELECT FROM users WHERE id = $2::int AND lower(email) = lower($3::text)
                                 AND email_confirmed_at IS NOT NULL) THEN $7::text ELSE $6::text END,
           $1::text, ARRAY[now()] WHERE $8::boolean
    ON CONFLICT (digest, kind) DO UPDATE
       SET sent_at = (r.sent_at || now())[greatest(1, cardinality(r.sent_at) + 2 - ${MAX_EMAILS_PER_RECIPIENT_AND_HOUR}):]
     WHERE cardinality(r.sent_at) < ${MAX_EMAILS_PER_RECIPIENT_AND_HOUR}
        OR r.sent_at[1] <= now() - interval '1 hour'
    RETURNING digest)
  INSERT INTO emails (kind, user_id, email, data, key)
  SELECT $1, $2, CASE WHEN NOT $9::boolean AND (NOT $8 OR EXISTS (TABLE counted)) THEN $3 END, $4::jsonb,
         coalesce($5::text, gen_random_uuid()::text)
  ON CONFLICT (key) DO NOTHING RETURNING id`;

/**
 * Stores an email in the caller's transaction and enqueues its job after the commit. For kinds that
 * strangers can trigger, a recipient gets at most `MAX_EMAILS_PER_RECIPIENT_AND_HOUR` per hour. The
 * result does not show whether the limit is reached.
 */
export const enqueueEmail = async (
  tx: Sql,
  after: AfterCommit,
  enqueue: Enqueue,
  { kind, userId, email, isWithheld = false, data = {}, key }: EmailRequest,
): Promise<void> => {
  // A withheld email is counted too, so that its request takes as long as any other. Its digest
  // differs from the recipient's, so that it does not use up the recipient's limit.
  const digestRecipient = (isConfirmed: boolean): string =>
    digestToken(isWithheld ? `withheld ${email}` : getRecipientKey(email, isConfirmed));
  const [inserted] = await mutateRows<{ id: number }>(tx, INSERT_EMAIL_SQL, [
    kind,
    userId,
    email,
    data,
    key ?? null,
    digestRecipient(false),
    digestRecipient(true),
    isEmailKindLimited(kind),
    isWithheld,
  ]);
  if (inserted) after(() => enqueue("send-mail", { mailId: inserted.id }, { attempt: 0 }));
};
