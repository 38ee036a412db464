import { type Locked, lockRows } from "#infra/db/locks.ts";
import { change, select } from "#infra/db/sql.ts";
import { type AfterCommit, transact, type Tx } from "#infra/db/transaction.ts";
import { digestOf } from "#infra/mail-token.ts";
import type { Context } from "../../context.ts";
import { isGood, isOver, type LinkColumns } from "./find-link.ts";

interface Owner {
  id: number;
  email: string;
  username: string;
  isConfirmed: boolean;
}

const OWNER = `id, email, username, email_confirmed_at IS NOT NULL AS "isConfirmed"`;

const TAKE = `
  DELETE FROM mail_links WHERE digest = $1
  RETURNING kind, user_id AS "userId", email, expires_at AS "expiresAt"`;

interface TakenLink extends LinkColumns {
  expiresAt: Date;
}

/** The effect of a link. Runs in the transaction that uses it up. */
export type LinkAct<Result = void> = (
  context: Context,
  tx: Tx,
  after: AfterCommit,
  owner: Locked<Owner>,
  link: TakenLink,
) => Promise<Result>;

/**
 * Uses up a link and applies it in one transaction. The account is locked first, so only one of
 * several concurrent requests succeeds. Throws not_found for the others.
 */
export const takeLink = <Result>(
  context: Context,
  token: string,
  userId: number,
  act: LinkAct<Result>,
): Promise<Result> =>
  transact(context.db, context.logger, async (tx, after) => {
    const [owner] = await lockRows<Owner>(tx, "users", {
      columns: OWNER,
      where: "id = $1 AND suspended_at IS NULL",
      values: [userId],
      strength: "NO KEY UPDATE",
    });
    const [link] = await change<TakenLink>(tx, TAKE, [digestOf(token)]);
    if (!owner || !link || !isGood(link, owner.email)) throw isOver();
    return act(context, tx, after, owner, link);
  });

const CONFIRM = `
  UPDATE users SET email_confirmed_at = coalesce(email_confirmed_at, now()) WHERE id = $1`;

/**
 * The first credit, if it was held back until the address is confirmed. The constraint allows it
 * once.
 */
const CREDIT = `
  INSERT INTO credit_ledger (user_id, delta, reason, reference)
  SELECT user_id, 1, 'confirmation', user_id::text FROM credit_ledger
   WHERE user_id = $1 AND reason = 'signup' AND delta = 0
      ON CONFLICT ON CONSTRAINT credit_ledger_once DO NOTHING RETURNING id`;

/** Confirms the account's address and releases a first credit that was held back. */
export const confirmAddress = async (
  { announce }: Context,
  tx: Tx,
  after: AfterCommit,
  { id }: Pick<Owner, "id">,
): Promise<void> => {
  await tx.query(CONFIRM, [id]);
  if ((await change(tx, CREDIT, [id])).length === 0) return;
  const [user] = await select<{ credits: number }>(tx, `SELECT credits FROM users WHERE id = $1`, [
    id,
  ]);
  if (user) after(() => announce.creditsUpdated(id, user.credits));
};
