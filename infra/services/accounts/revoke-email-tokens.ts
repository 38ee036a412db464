import type { EmailLinkKind } from "#shared/domain/email.ts";
import { mutateRows } from "#infra/db/sql.ts";
import type { Tx } from "#infra/db/transaction.ts";

/** Kinds of emailed links that sign in to the account or change its password or address. */
const REVOKED_TOKEN_KINDS = [
  "reset_password",
  "change_email",
  "sign_in",
] as const satisfies readonly EmailLinkKind[];

const DELETE_TOKENS_SQL = `
  DELETE FROM email_tokens WHERE user_id = $1 AND kind = ANY ($2) AND expires_at > now() RETURNING digest`;
/** Deletes unsent emails of these kinds, because each would contain a link that is revoked. */
const DELETE_QUEUED_EMAILS_SQL = `
  DELETE FROM emails WHERE user_id = $1 AND kind = ANY ($2) AND status IN ('pending', 'running')`;

/**
 * Revokes links that give access to the account, and deletes unsent emails with such links. Returns
 * the number of revoked links.
 */
export const revokeEmailTokens = async (tx: Tx, userId: number): Promise<number> => {
  await tx.query(DELETE_QUEUED_EMAILS_SQL, [userId, REVOKED_TOKEN_KINDS]);
  return (await mutateRows(tx, DELETE_TOKENS_SQL, [userId, REVOKED_TOKEN_KINDS])).length;
};
