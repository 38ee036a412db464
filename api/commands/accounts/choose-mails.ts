import type { Sql } from "#infra/db/sql.ts";
import type { ChooseMails } from "#shared/contract/account.ts";
import type { OptionalMail } from "#shared/domain/mail.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";

const STOP = `
  UPDATE users SET stopped_mails = array_append(stopped_mails, $2)
   WHERE id = $1 AND $2 <> ALL (stopped_mails)`;
const SEND = `UPDATE users SET stopped_mails = array_remove(stopped_mails, $2) WHERE id = $1`;

/** Unsubscribes from one kind of email. Queued emails of this kind are not sent either. */
export const stopMails = async (sql: Sql, userId: number, kind: OptionalMail): Promise<void> => {
  await sql.query(STOP, [userId, kind]);
};

export const chooseMails = async (
  { reads }: Context,
  { id }: SignedIn,
  { kind, on }: ChooseMails,
): Promise<void> => {
  if (on) await reads.query(SEND, [id, kind]);
  else await stopMails(reads, id, kind);
};
