import { type Locked, lockRows } from "#infra/db/locks.ts";
import { select } from "#infra/db/sql.ts";
import type { AfterCommit, Tx } from "#infra/db/transaction.ts";
import { askForMail } from "#infra/operations/ask-for-mail.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";

interface Owner {
  id: number;
  email: string;
  isConfirmed: boolean;
}

const IS_CONFIRMED = `
  SELECT email_confirmed_at IS NOT NULL AS "isConfirmed" FROM users WHERE id = $1`;

/** Locks the account whose sign-in methods change. Throws unauthenticated if it is deleted. */
export const lockOwner = async (tx: Tx, id: number): Promise<Locked<Owner>> => {
  const [owner] = await lockRows<Owner>(tx, "users", {
    columns: `id, email, email_confirmed_at IS NOT NULL AS "isConfirmed"`,
    where: "id = $1",
    values: [id],
    strength: "NO KEY UPDATE",
  });
  if (!owner) throw new DomainError("unauthenticated", "Please sign in first.");
  return owner;
};

/** Throws unauthenticated if the session has ended, for example by an account recovery. */
export const requireSession = async (tx: Tx, sessionId: string): Promise<void> => {
  if ((await select(tx, `SELECT FROM sessions WHERE sid = $1`, [sessionId])).length > 0) return;
  throw new DomainError("unauthenticated", "Please sign in first.");
};

/**
 * Requires a confirmed address before a sign-in method is added, because an unconfirmed one may
 * belong to another person. Does nothing if email is not configured. Throws email_unconfirmed.
 */
export const requireConfirmed = (
  { env }: Pick<Context, "env">,
  { isConfirmed }: Pick<Owner, "isConfirmed">,
): void => {
  if (isConfirmed || !env.mail) return;
  throw new DomainError(
    "email_unconfirmed",
    "Please confirm your e-mail address first, with the link that we have sent to it.",
  );
};

export const requireConfirmedAddress = async (
  context: Pick<Context, "env" | "reads">,
  { id }: SignedIn,
): Promise<void> => {
  const [owner] = await select<Pick<Owner, "isConfirmed">>(context.reads, IS_CONFIRMED, [id]);
  if (owner) requireConfirmed(context, owner);
};

export const tellOfMethod = async (
  { env, enqueue }: Context,
  tx: Tx,
  after: AfterCommit,
  { id: userId, email, isConfirmed }: Locked<Owner>,
  kind: "sign_in_method_added" | "sign_in_method_removed",
  method: string,
): Promise<void> => {
  if (!isConfirmed || !env.mail) return;
  const facts = { method, at: new Date().toISOString() };
  await askForMail(tx, after, enqueue, { kind, userId, email, facts });
};
