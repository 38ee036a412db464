import type { Env } from "#infra/env.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { isWeakPasswordAllowed, WEAKNESS_MESSAGE } from "#shared/domain/accounts/password.ts";
import { isAdmin, type UserRole } from "#shared/domain/accounts/viewer.ts";
import { findWeakness } from "#api/queries/accounts/check-password.ts";

interface PasswordOwner {
  names: readonly string[];
  role: UserRole;
}

/**
 * Rejects weak passwords of admins, and of all users if the server is configured so. Throws
 * `invalid` with the message at `field`.
 */
export const requireStrongPassword = async (
  { passwordCheck, productName }: Pick<Env, "passwordCheck" | "productName">,
  password: string,
  { names, role }: PasswordOwner,
  field: string,
): Promise<void> => {
  if (isWeakPasswordAllowed(passwordCheck, isAdmin({ role }))) return;
  const weakness = await findWeakness(password, [...names, productName]);
  if (weakness === null) return;
  const message = WEAKNESS_MESSAGE[weakness];
  throw new DomainError("invalid", message, { fields: { [field]: message } });
};
