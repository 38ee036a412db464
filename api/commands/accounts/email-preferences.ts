import type { Sql } from "#infra/db/sql.ts";
import type { SetEmailPreferenceRequest } from "#shared/contract/accounts/account.ts";
import type { OptionalEmail } from "#shared/domain/email.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "../../context.ts";

const UNSUBSCRIBE_SQL = `
  UPDATE users SET unsubscribed_emails = array_append(unsubscribed_emails, $2)
   WHERE id = $1 AND $2 <> ALL (unsubscribed_emails)`;
const SUBSCRIBE_SQL = `UPDATE users SET unsubscribed_emails = array_remove(unsubscribed_emails, $2) WHERE id = $1`;

/** Unsubscribes from one kind of email. Queued emails of this kind are not sent either. */
export const unsubscribeFromEmails = async (
  sql: Sql,
  userId: number,
  kind: OptionalEmail,
): Promise<void> => {
  await sql.query(UNSUBSCRIBE_SQL, [userId, kind]);
};

export const setEmailPreference = async (
  { sql }: Pick<Context, "sql">,
  { id }: SignedInViewer,
  { kind, on }: SetEmailPreferenceRequest,
): Promise<void> => {
  if (on) await sql.query(SUBSCRIBE_SQL, [id, kind]);
  else await unsubscribeFromEmails(sql, id, kind);
};
