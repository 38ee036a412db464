import {
  isLimited,
  type MailFacts,
  type MailKind,
  MAILS_PER_RECIPIENT,
  recipientOf,
} from "#shared/domain/mail.ts";
import { change, type Sql } from "../db/sql.ts";
import type { AfterCommit } from "../db/transaction.ts";
import { digestOf } from "../mail-token.ts";
import type { Enqueue } from "../queue/enqueue.ts";

interface WantedMail {
  kind: MailKind;
  /** Null where there is no such account: the mail is withheld then. */
  userId: number | null;
  email: string;
  /** Written and enqueued like any other, but without its address, so that the caller learns nothing. */
  isWithheld?: boolean;
  /** What it tells besides. */
  facts?: MailFacts;
  /** What it is for: asked for again, it is not sent again. */
  key?: string;
}

/**
 * Counts the mail for its recipient, in a row that parallel requests wait for, and writes it. Above the
 * limit it is written without its address. `sent_at` holds the latest mails only.
 */
const ASK = `
  WITH counted AS (
    INSERT INTO mail_recipients AS r (digest, kind, sent_at)
    SELECT CASE WHEN EXISTS (
             SELECT FROM users WHERE id = $2::int AND lower(email) = lower($3::text)
                                 AND email_confirmed_at IS NOT NULL) THEN $7::text ELSE $6::text END,
           $1::text, ARRAY[now()] WHERE $8::boolean
    ON CONFLICT (digest, kind) DO UPDATE
       SET sent_at = (r.sent_at || now())[greatest(1, cardinality(r.sent_at) + 2 - ${MAILS_PER_RECIPIENT}):]
     WHERE cardinality(r.sent_at) < ${MAILS_PER_RECIPIENT}
        OR r.sent_at[1] <= now() - interval '1 hour'
    RETURNING digest)
  INSERT INTO mails (kind, user_id, email, facts, key)
  SELECT $1, $2, CASE WHEN NOT $9::boolean AND (NOT $8 OR EXISTS (TABLE counted)) THEN $3 END, $4::jsonb,
         coalesce($5::text, gen_random_uuid()::text)
  ON CONFLICT ON CONSTRAINT mails_once DO NOTHING RETURNING id`;

/**
 * Writes a mail in the transaction that it tells of, and enqueues its job after the commit. Of the
 * kinds that strangers can cause, a recipient gets `MAILS_PER_RECIPIENT` within an hour; above that the
 * caller sees no difference.
 */
export const askForMail = async (
  tx: Sql,
  after: AfterCommit,
  enqueue: Enqueue,
  { kind, userId, email, isWithheld = false, facts = {}, key }: WantedMail,
): Promise<void> => {
  // A withheld mail does the same work under a digest that no recipient has.
  const countedAs = (isConfirmed: boolean): string =>
    digestOf(isWithheld ? `withheld ${email}` : recipientOf(email, isConfirmed));
  const [asked] = await change<{ id: number }>(tx, ASK, [
    kind,
    userId,
    email,
    facts,
    key ?? null,
    countedAs(false),
    countedAs(true),
    isLimited(kind),
    isWithheld,
  ]);
  if (asked) after(() => enqueue("send-mail", { mailId: asked.id }, { attempt: 0 }));
};
