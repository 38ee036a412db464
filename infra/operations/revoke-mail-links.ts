import type { LinkKind } from "#shared/domain/mail.ts";
import { change } from "../db/sql.ts";
import type { Tx } from "../db/transaction.ts";

/** Links that sign in to the account or change its password or address. */
const REVOKED = [
  "reset_password",
  "change_email",
  "sign_in",
] as const satisfies readonly LinkKind[];

const DELETE_LINKS = `
  DELETE FROM mail_links WHERE user_id = $1 AND kind = ANY ($2) AND expires_at > now() RETURNING digest`;
/** Pending emails would contain such links. */
const DELETE_MAILS = `
  DELETE FROM mails WHERE user_id = $1 AND kind = ANY ($2) AND status IN ('pending', 'running')`;

/**
 * Revokes open links that give access to the account and deletes pending emails with such links.
 * Returns the number of revoked links.
 */
export const revokeMailLinks = async (tx: Tx, userId: number): Promise<number> => {
  await tx.query(DELETE_MAILS, [userId, REVOKED]);
  return (await change(tx, DELETE_LINKS, [userId, REVOKED])).length;
};
