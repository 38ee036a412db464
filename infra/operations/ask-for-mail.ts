import type { MailKind } from "#shared/domain/mail.ts";
import { change, type Sql } from "../db/sql.ts";
import type { AfterCommit } from "../db/transaction.ts";
import type { Enqueue } from "../queue/enqueue.ts";

interface WantedMail {
  kind: MailKind;
  userId: number;
  email: string;
}

const ASK = `INSERT INTO mails (kind, user_id, email) VALUES ($1, $2, $3) RETURNING id`;

/** Has a mail sent, in the transaction that it tells of, and the queue hear of it afterwards. */
export const askForMail = async (
  tx: Sql,
  after: AfterCommit,
  enqueue: Enqueue,
  { kind, userId, email }: WantedMail,
): Promise<void> => {
  const [asked] = await change<{ id: number }>(tx, ASK, [kind, userId, email]);
  if (asked) after(() => enqueue("send-mail", { mailId: asked.id }, { attempt: 0 }));
};
