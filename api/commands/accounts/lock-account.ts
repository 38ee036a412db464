import { type Locked, lockRows } from "#infra/db/locks.ts";
import type { Tx } from "#infra/db/transaction.ts";
import { DomainError, notFound } from "#shared/contract/errors.ts";
import { ACCOUNT_REFUSALS, type AccountAct, may } from "#shared/domain/rights.ts";
import { isAdmin, type SignedIn } from "#shared/domain/viewer.ts";
import type { UserColumns } from "#infra/views/user-view.ts";
import { USER_COLUMNS } from "../../queries/find-user.ts";

/**
 * An account, locked until the transaction ends for somebody who may do this to it. The viewer's
 * own row is locked with it, so that of two who act on each other the second is asked for their
 * right again. Throws not_found, and forbidden.
 */
export const lockAccount = async (
  tx: Tx,
  viewer: SignedIn,
  id: number,
  act: AccountAct,
): Promise<Locked<UserColumns>> => {
  const accounts = await lockRows<UserColumns>(tx, "users", {
    columns: USER_COLUMNS,
    where: "id = ANY($1)",
    values: [[viewer.id, id]],
  });
  const actor = accounts.find((account) => account.id === viewer.id) ?? null;
  if (!isAdmin(actor)) throw new DomainError("forbidden", "You are not an admin any more.");
  const account = accounts.find((found) => found.id === id);
  if (!account) throw notFound("User");
  if (!may(actor, act, account)) throw new DomainError("forbidden", ACCOUNT_REFUSALS[act]);
  return account;
};

/**
 * The viewer's own account, locked until the transaction ends, for what admins do to others' only once
 * their role is taken away. Throws unauthenticated where it is gone, and forbidden.
 */
export const lockOwnAccount = async (
  tx: Tx,
  { id }: SignedIn,
  act: AccountAct,
): Promise<Locked<UserColumns>> => {
  const [account] = await lockRows<UserColumns>(tx, "users", {
    columns: USER_COLUMNS,
    where: "id = $1",
    values: [id],
  });
  if (!account) throw new DomainError("unauthenticated", "Please sign in first.");
  if (isAdmin(account)) throw new DomainError("forbidden", ACCOUNT_REFUSALS[act]);
  return account;
};
