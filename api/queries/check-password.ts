import type { CheckPassword, PasswordAdvice } from "#shared/contract/account.ts";
import { isOwnName, type Weakness, WEAKNESS_SENTENCE } from "#shared/domain/password.ts";
import type { Viewer } from "#shared/domain/viewer.ts";
import type { Context } from "../context.ts";
import { findUser } from "./find-user.ts";

/** They are many: loaded when somebody chooses a password first. */
let loading: Promise<ReadonlySet<string>> | undefined;
const loadCommon = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].map(String));
};

/** Why others would guess a password soon; null for one that they would not. */
export const weaknessOf = async (
  password: string,
  names: readonly string[],
): Promise<Weakness | null> => {
  if (isOwnName(password, names)) return "own_name";
  loading ??= loadCommon();
  return (await loading).has(password.toLowerCase()) ? "common" : null;
};

/** What is to be said of a password before somebody chooses it. */
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
