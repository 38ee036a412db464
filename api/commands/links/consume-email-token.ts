import { type Locked, lockRows } from "#infra/db/row-locks.ts";
import { mutateRows, selectRows } from "#infra/db/sql.ts";
import { type AfterCommit, withTransaction, type Tx } from "#infra/db/transaction.ts";
import { digestToken } from "#infra/tokens.ts";
import type { Context } from "../../context.ts";
import {
  isTokenValid,
  createLinkExpiredError,
  type EmailTokenColumns,
} from "./find-email-token.ts";

interface TokenOwner {
  id: number;
  email: string;
  username: string;
  isConfirmed: boolean;
}

const OWNER_COLUMNS = `id, email, username, email_confirmed_at IS NOT NULL AS "isConfirmed"`;

const CONSUME_TOKEN_SQL = `
  DELETE FROM email_tokens WHERE digest = $1
  RETURNING kind, user_id AS "userId", email, expires_at AS "expiresAt"`;

interface ConsumedEmailToken extends EmailTokenColumns {
  expiresAt: Date;
}

/** What a link does. Runs in the transaction that uses up the link. */
export type EmailTokenAction<Result = void> = (
  tx: Tx,
  after: AfterCommit,
  owner: Locked<TokenOwner>,
  link: ConsumedEmailToken,
) => Promise<Result>;

/**
 * Uses up a link and applies it in one transaction. The account is locked first, so only one of
 * several concurrent requests succeeds. Throws `not_found` for the others.
 */
export const consumeEmailToken = <Result>(
  { logger, db }: Pick<Context, "logger" | "db">,
  token: string,
  userId: number,
  action: EmailTokenAction<Result>,
): Promise<Result> =>
  withTransaction(db, logger, async (tx, after) => {
    const [owner] = await lockRows<TokenOwner>(tx, "users", {
      columns: OWNER_COLUMNS,
      where: "id = $1 AND suspended_at IS NULL",
      values: [userId],
      strength: "NO KEY UPDATE",
    });
    const [link] = await mutateRows<ConsumedEmailToken>(tx, CONSUME_TOKEN_SQL, [
      digestToken(token),
    ]);
    if (!owner || !link || !isTokenValid(link, owner.email)) throw createLinkExpiredError();
    return action(tx, after, owner, link);
  });

const CONFIRM_EMAIL_SQL = `
  UPDATE users SET email_confirmed_at = coalesce(email_confirmed_at, now()) WHERE id = $1`;

/**
 * Grants the first credit if the registration held it back until the address is confirmed. A unique
 * constraint allows this credit once per user.
 */
const GRANT_CONFIRMATION_CREDIT_SQL = `
  INSERT INTO credit_ledger (user_id, delta, reason, reference)
  SELECT user_id, 1, 'confirmation', user_id::text FROM credit_ledger
   WHERE user_id = $1 AND reason = 'signup' AND delta = 0
      ON CONFLICT ON CONSTRAINT credit_ledger_once DO NOTHING RETURNING id`;

/** Confirms the account's address and releases a first credit that was held back. */
export const confirmEmailAddress = async (
  { announce }: Pick<Context, "announce">,
  tx: Tx,
  after: AfterCommit,
  { id }: Pick<TokenOwner, "id">,
): Promise<void> => {
  await tx.query(CONFIRM_EMAIL_SQL, [id]);
  if ((await mutateRows(tx, GRANT_CONFIRMATION_CREDIT_SQL, [id])).length === 0) return;
  const [user] = await selectRows<{ credits: number }>(
    tx,
    `SELECT credits FROM users WHERE id = $1`,
    [id],
  );
  if (user) after(() => announce.creditsUpdated(id, user.credits));
};
