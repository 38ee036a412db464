import type { MailFacts, MailKind } from "#shared/domain/mail.ts";
import { change, type Sql } from "../db/sql.ts";
import type { AfterCommit } from "../db/transaction.ts";
import type { Enqueue } from "../queue/enqueue.ts";

interface WantedMail {
  kind: MailKind;
  userId: number;
  email: string;
  /** What it tells besides. */
  facts?: MailFacts;
  /** What it is for: asked for again, it is not sent again. */
  key?: string;
}

const ASK = `
  INSERT INTO mails (kind, user_id, email, facts, key)
  VALUES ($1, $2, $3, $4, coalesce($5, gen_random_uuid()::text))
  ON CONFLICT ON CONSTRAINT mails_once DO NOTHING RETURNING id`;

/** Has a mail sent, in the transaction that it tells of, and the queue hear of it afterwards. */
export const askForMail = async (
  tx: Sql,
  after: AfterCommit,
  enqueue: Enqueue,
  { kind, userId, email, facts = {}, key }: WantedMail,
): Promise<void> => {
  const [asked] = await change<{ id: number }>(tx, ASK, [kind, userId, email, facts, key ?? null]);
  if (asked) after(() => enqueue("send-mail", { mailId: asked.id }, { attempt: 0 }));
};
