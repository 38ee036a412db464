import { changeRole } from "#infra/services/accounts/change-role.ts";
import { recordSessionsEndedByAdmin } from "#infra/services/accounts/security-events.ts";
import { withTransaction } from "#infra/db/transaction.ts";
import { presentUser } from "#infra/presenters/user-presenter.ts";
import type { User } from "#shared/contract/accounts/account.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { isSelfDemotion } from "#shared/domain/accounts/permissions.ts";
import type { SignedInViewer, UserRole } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "#api/context.ts";
import type { ClientInfo } from "../accounts/confirm-password.ts";
import { lockAccount } from "../accounts/lock-account.ts";

/**
 * Changes a user's role and ends their sessions. Setting the current role changes nothing. Throws
 * `not_found`, `forbidden`, `invalid` for superadmins who demote themselves, and `conflict` for the
 * last superadmin.
 */
export const setRole = (
  context: Pick<Context, "logger" | "db" | "sql" | "announce">,
  viewer: SignedInViewer,
  id: number,
  role: UserRole,
  client: ClientInfo,
): Promise<User> =>
  withTransaction(context.db, context.logger, async (tx, after) => {
    const account = await lockAccount(tx, viewer, id, "setRole");
    if (account.role === role) return presentUser(account);
    if (isSelfDemotion(viewer, id, role))
      throw new DomainError("invalid", "You cannot demote yourself from superadmin.");
    await changeRole(tx, viewer, account, role);
    after(() => context.announce.sessionsEnded(id, { reason: "role_changed", role }));
    after(() => recordSessionsEndedByAdmin(context, id, client));
    return presentUser({ ...account, role });
  });
