import { changeRole } from "#infra/operations/change-role.ts";
import { noteEndByAdmin } from "#infra/operations/note-security-event.ts";
import { transact } from "#infra/db/transaction.ts";
import { userView } from "#infra/views/user-view.ts";
import type { User } from "#shared/contract/account.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { isSelfDemotion } from "#shared/domain/rights.ts";
import type { SignedIn, UserRole } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";
import type { Here } from "./confirm-password.ts";
import { lockAccount } from "./lock-account.ts";

/**
 * Changes a user's role and ends their sessions. Setting the current role changes nothing. Throws
 * not_found, forbidden, invalid for superadmins who demote themselves, and conflict for the last
 * superadmin.
 */
export const setRole = (
  context: Context,
  viewer: SignedIn,
  id: number,
  role: UserRole,
  here: Here,
): Promise<User> =>
  transact(context.db, context.logger, async (tx, after) => {
    const account = await lockAccount(tx, viewer, id, "setRole");
    if (account.role === role) return userView(account);
    if (isSelfDemotion(viewer, id, role))
      throw new DomainError("invalid", "You cannot demote yourself from superadmin.");
    await changeRole(tx, viewer, account, role);
    after(() => context.announce.sessionsEnded(id, { reason: "role_changed", role }));
    after(() => noteEndByAdmin(context, id, here));
    return userView({ ...account, role });
  });
