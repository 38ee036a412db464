import { type Locked, lockRows } from "#infra/db/locks.ts";
import type { AfterCommit, Tx } from "#infra/db/transaction.ts";
import { askForMail } from "#infra/operations/ask-for-mail.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { Context } from "../../context.ts";

interface Owner {
  id: number;
  email: string;
  isConfirmed: boolean;
}

/** Whose sign-in methods change, locked, so that nothing else changes them. Throws unauthenticated. */
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

/** Tells an account's owner that it can be signed in to in another way, or no longer. */
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
