import type { Env } from "#infra/env.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { mayBeWeak, WEAKNESS_SENTENCE } from "#shared/domain/password.ts";
import { isAdmin, type UserRole } from "#shared/domain/viewer.ts";
import { weaknessOf } from "../../queries/check-password.ts";

interface Owner {
  names: readonly string[];
  role: UserRole;
}

/**
 * Rejects weak passwords of admins, and of all users if the server is configured so. Throws invalid
 * with the message at `field`.
 */
export const requireGoodPassword = async (
  { passwordCheck, productName }: Pick<Env, "passwordCheck" | "productName">,
  password: string,
  { names, role }: Owner,
  field: string,
): Promise<void> => {
  if (mayBeWeak(passwordCheck, isAdmin({ role }))) return;
  const weakness = await weaknessOf(password, [...names, productName]);
  if (weakness === null) return;
  const message = WEAKNESS_SENTENCE[weakness];
  throw new DomainError("invalid", message, { fields: { [field]: message } });
};
