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
 * Takes no weak password from an admin, and from nobody where the operator says so. Throws invalid,
 * with the sentence beside this field.
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
