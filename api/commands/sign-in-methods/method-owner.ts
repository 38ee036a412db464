import { type Locked, lockRows } from "#infra/db/row-locks.ts";
import { selectRows } from "#infra/db/sql.ts";
import type { AfterCommit, Tx } from "#infra/db/transaction.ts";
import { enqueueEmail } from "#infra/services/enqueue-email.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "../../context.ts";

interface MethodOwner {
  id: number;
  email: string;
  isConfirmed: boolean;
}

const IS_EMAIL_CONFIRMED_SQL = `
  SELECT email_confirmed_at IS NOT NULL AS "isConfirmed" FROM users WHERE id = $1`;

/** Locks the account whose sign-in methods change. Throws `unauthenticated` if it is deleted. */
export const lockOwner = async (tx: Tx, id: number): Promise<Locked<MethodOwner>> => {
  const [owner] = await lockRows<MethodOwner>(tx, "users", {
    columns: `id, email, email_confirmed_at IS NOT NULL AS "isConfirmed"`,
    where: "id = $1",
    values: [id],
    strength: "NO KEY UPDATE",
  });
  if (!owner) throw new DomainError("unauthenticated", "Please sign in first.");
  return owner;
};

/** Throws `unauthenticated` if the session has ended, for example by an account recovery. */
export const requireSession = async (tx: Tx, sessionId: string): Promise<void> => {
  if ((await selectRows(tx, `SELECT FROM sessions WHERE sid = $1`, [sessionId])).length > 0) return;
  throw new DomainError("unauthenticated", "Please sign in first.");
};

/**
 * Requires a confirmed address before a sign-in method is added, because an unconfirmed address may
 * belong to another person. Does nothing if email is not configured. Throws `email_unconfirmed`.
 */
export const assertEmailConfirmed = (
  { env }: Pick<Context, "env">,
  { isConfirmed }: Pick<MethodOwner, "isConfirmed">,
): void => {
  if (isConfirmed || !env.mail) return;
  throw new DomainError(
    "email_unconfirmed",
    "Please verify your email first, with the link we sent you.",
  );
};

export const requireConfirmedEmail = async (
  context: Pick<Context, "env" | "sql">,
  { id }: SignedInViewer,
): Promise<void> => {
  const [owner] = await selectRows<Pick<MethodOwner, "isConfirmed">>(
    context.sql,
    IS_EMAIL_CONFIRMED_SQL,
    [id],
  );
  if (owner) assertEmailConfirmed(context, owner);
};

export const notifyMethodChanged = async (
  { env, enqueue }: Pick<Context, "env" | "enqueue">,
  tx: Tx,
  after: AfterCommit,
  { id: userId, email, isConfirmed }: Locked<MethodOwner>,
  kind: "sign_in_method_added" | "sign_in_method_removed",
  method: string,
): Promise<void> => {
  if (!isConfirmed || !env.mail) return;
  const data = { method, at: new Date().toISOString() };
  await enqueueEmail(tx, after, enqueue, { kind, userId, email, data });
};
