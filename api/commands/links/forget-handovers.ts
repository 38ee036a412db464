import type { Tx } from "#infra/db/transaction.ts";
import type { LinkKind } from "#shared/domain/mail.ts";

/** What gives the account, or its address, to whoever reads it. */
const HANDOVERS = ["reset_password", "change_email"] as const satisfies readonly LinkKind[];

const FORGET_LINKS = `DELETE FROM mail_links WHERE user_id = $1 AND kind = ANY ($2)`;
/** They would bring links of their own. */
const FORGET_MAILS = `
  DELETE FROM mails WHERE user_id = $1 AND kind = ANY ($2) AND status IN ('pending', 'running')`;

/** An account with a new password is given to nobody by what was asked for with the one of before. */
export const forgetHandovers = async (tx: Tx, userId: number): Promise<void> => {
  for (const statement of [FORGET_LINKS, FORGET_MAILS])
    await tx.query(statement, [userId, HANDOVERS]);
};
