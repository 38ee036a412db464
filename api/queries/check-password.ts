import type { CheckPassword, PasswordAdvice } from "#shared/contract/account.ts";
import { isOwnName, type Weakness, WEAKNESS_SENTENCE } from "#shared/domain/password.ts";
import type { Viewer } from "#shared/domain/viewer.ts";
import type { Context } from "../context.ts";
import { findUser } from "./find-user.ts";

/** The list is large, so it is loaded on first use. */
let loading: Promise<ReadonlySet<string>> | undefined;
const loadCommon = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].map(String));
};

/** Returns why a password is weak, or null if it is not. */
export const weaknessOf = async (
  password: string,
  names: readonly string[],
): Promise<Weakness | null> => {
  if (isOwnName(password, names)) return "own_name";
  loading ??= loadCommon();
  return (await loading).has(password.toLowerCase()) ? "common" : null;
};

export const checkPassword = async (
  { reads, env }: Context,
  viewer: Viewer,
  { password, username = "", email = "" }: CheckPassword,
): Promise<PasswordAdvice> => {
  const user = viewer && (await findUser(reads, viewer.id));
  const own = user ? [user.username, user.email] : [];
  const weakness = await weaknessOf(password, [username, email, ...own, env.productName]);
  return { warning: weakness && WEAKNESS_SENTENCE[weakness] };
};
