import { DomainError } from "#shared/contract/errors.ts";
import type { UserRole } from "#shared/domain/accounts/viewer.ts";
import type { UserEntity } from "#infra/db/entities/user.ts";
import type { Locked } from "#infra/db/row-locks.ts";
import { endUserSessions } from "./end-sessions.ts";
import { recordAuditEntry } from "../audit-log.ts";
import { getViolatedConstraint } from "#infra/db/sql.ts";
import type { Tx } from "#infra/db/transaction.ts";

const toLastSuperadminError = (err: unknown): unknown =>
  getViolatedConstraint(err) === "users_keep_a_superadmin"
    ? new DomainError("conflict", "The last superadmin cannot be demoted.")
    : err;

/**
 * Changes an account's role, ends its sessions and writes the audit log. Throws conflict for the
 * last superadmin. The caller disconnects the account's sockets after the commit.
 */
export const changeRole = async (
  tx: Tx,
  actor: { id: number } | null,
  { id, username, role: before }: Locked<Pick<UserEntity, "id" | "username" | "role">>,
  role: UserRole,
): Promise<void> => {
  try {
    await tx.query("UPDATE users SET role = $2 WHERE id = $1", [id, role]);
  } catch (err) {
    throw toLastSuperadminError(err);
  }
  await endUserSessions(tx, id);
  const subject = { kind: "user", id, name: username } as const;
  await recordAuditEntry(tx, actor, {
    act: "set_role",
    subject,
    before: { role: before },
    after: { role },
  });
};
