import { type Locked, lockRows } from "#infra/db/row-locks.ts";
import type { Tx } from "#infra/db/transaction.ts";
import { DomainError, notFound } from "#shared/contract/errors.ts";
import {
  ACCOUNT_DENIED_MESSAGES,
  type AccountAction,
  can,
} from "#shared/domain/accounts/permissions.ts";
import { isAdmin, type SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { UserColumns } from "#infra/presenters/user-presenter.ts";
import { USER_COLUMNS } from "#api/queries/accounts/find-user.ts";

/**
 * Locks an account and the viewer's own, then checks the viewer's permission. The role is read
 * under the lock, so that an admin who was demoted a moment ago is refused. Throws `not_found` and
 * `forbidden`.
 */
export const lockAccount = async (
  tx: Tx,
  viewer: SignedInViewer,
  id: number,
  action: AccountAction,
): Promise<Locked<UserColumns>> => {
  const accounts = await lockRows<UserColumns>(tx, "users", {
    columns: USER_COLUMNS,
    where: "id = ANY($1)",
    values: [[viewer.id, id]],
  });
  const actor = accounts.find((account) => account.id === viewer.id) ?? null;
  if (!isAdmin(actor)) throw new DomainError("forbidden", "You are no longer an admin.");
  const account = accounts.find((found) => found.id === id);
  if (!account) throw notFound("User");
  if (!can(actor, action, account))
    throw new DomainError("forbidden", ACCOUNT_DENIED_MESSAGES[action]);
  return account;
};

/**
 * Locks the viewer's own account. Throws `unauthenticated` if it is deleted, and `forbidden` for
 * admins, who must give up their role first.
 */
export const lockOwnAccount = async (
  tx: Tx,
  { id }: SignedInViewer,
  action: AccountAction,
): Promise<Locked<UserColumns>> => {
  const [account] = await lockRows<UserColumns>(tx, "users", {
    columns: USER_COLUMNS,
    where: "id = $1",
    values: [id],
  });
  if (!account) throw new DomainError("unauthenticated", "Please sign in first.");
  if (isAdmin(account)) throw new DomainError("forbidden", ACCOUNT_DENIED_MESSAGES[action]);
  return account;
};
