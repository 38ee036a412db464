import type { CheckPasswordRequest, PasswordAdvice } from "#shared/contract/accounts/account.ts";
import {
  isBasedOnOwnName,
  type PasswordWeakness,
  WEAKNESS_MESSAGE,
} from "#shared/domain/accounts/password.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "#api/context.ts";
import { findUser } from "./find-user.ts";

/** The list of common passwords is large, so it is loaded on first use. */
let commonPasswords: Promise<ReadonlySet<string>> | undefined;
const loadCommonPasswords = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].map(String));
};

/** Returns why a password is weak, or null if it is not. */
export const findWeakness = async (
  password: string,
  names: readonly string[],
): Promise<PasswordWeakness | null> => {
  if (isBasedOnOwnName(password, names)) return "own_name";
  commonPasswords ??= loadCommonPasswords();
  return (await commonPasswords).has(password.toLowerCase()) ? "common" : null;
};

export const checkPassword = async (
  { sql, env }: Pick<Context, "env" | "sql">,
  viewer: Viewer,
  { password, username = "", email = "" }: CheckPasswordRequest,
): Promise<PasswordAdvice> => {
  const user = viewer && (await findUser(sql, viewer.id));
  const accountNames = user ? [user.username, user.email] : [];
  const weakness = await findWeakness(password, [
    username,
    email,
    ...accountNames,
    env.productName,
  ]);
  return { warning: weakness && WEAKNESS_MESSAGE[weakness] };
};
