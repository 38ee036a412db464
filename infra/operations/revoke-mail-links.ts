import type { LinkKind } from "#shared/domain/mail.ts";
import type { Tx } from "../db/transaction.ts";

/** Links that sign in to the account, or give it another password or address. */
const REVOKED = ["reset_password", "change_email"] as const satisfies readonly LinkKind[];

const DELETE_LINKS = `DELETE FROM mail_links WHERE user_id = $1 AND kind = ANY ($2)`;
/** Mails that wait to be sent would bring such links. */
const DELETE_MAILS = `
  DELETE FROM mails WHERE user_id = $1 AND kind = ANY ($2) AND status IN ('pending', 'running')`;

/** Makes open links that give access to a user's account worthless, and sends no more of them. */
export const revokeMailLinks = async (tx: Tx, userId: number): Promise<void> => {
  for (const statement of [DELETE_LINKS, DELETE_MAILS])
    await tx.query(statement, [userId, REVOKED]);
};
