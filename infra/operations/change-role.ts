import { DomainError } from "#shared/contract/errors.ts";
import type { UserRole } from "#shared/domain/viewer.ts";
import type { User } from "../db/entities/user.ts";
import type { Locked } from "../db/locks.ts";
import { endSessionsOf } from "./end-sessions.ts";
import { recordAct } from "./record-act.ts";
import { brokenConstraint } from "../db/sql.ts";
import type { Tx } from "../db/transaction.ts";

const unlessLastSuperadmin = (err: unknown): unknown =>
  brokenConstraint(err) === "users_keep_a_superadmin"
    ? new DomainError("conflict", "The last superadmin cannot be demoted.")
    : err;

/**
 * Changes an account's role, ends its sessions and writes the audit log. Throws conflict for the
 * last superadmin. The caller disconnects the account's sockets after the commit.
 */
export const changeRole = async (
  tx: Tx,
  actor: { id: number } | null,
  { id, username, role: before }: Locked<Pick<User, "id" | "username" | "role">>,
  role: UserRole,
): Promise<void> => {
  try {
    await tx.query("UPDATE users SET role = $2 WHERE id = $1", [id, role]);
  } catch (err) {
    throw unlessLastSuperadmin(err);
  }
  await endSessionsOf(tx, id);
  const subject = { kind: "user", id, name: username } as const;
  await recordAct(tx, actor, {
    act: "set_role",
    subject,
    before: { role: before },
    after: { role },
  });
};
