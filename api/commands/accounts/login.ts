import type { Login } from "#shared/contract/account.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { Context } from "../../context.ts";
import { findLogin, type LoginColumns } from "../../queries/find-user.ts";
import { isPassword } from "./password.ts";

/**
 * The account, if name and password are right. Failures are counted for the account and for the
 * address: each try counts until it has succeeded, so that parallel tries count too. Throws
 * unauthenticated, the same for a wrong name and a wrong password, and too_many_requests, also for
 * more successes in an hour than anybody needs (D53); forbidden for an account that is suspended.
 */
export const login = async (
  { reads, throttles, env }: Context,
  { username, password }: Login,
  address: string,
): Promise<LoginColumns> => {
  const found = await findLogin(reads, username);
  const account = found ? `id:${found.id}` : `name:${username.toLowerCase()}`;
  await throttles.loginFromAddress.take(address);
  await throttles.loginToAccount.take(account);
  if (!(await isPassword(password, found?.password)) || !found)
    throw new DomainError("unauthenticated", "Wrong username or password");
  await Promise.all([
    throttles.loginFromAddress.giveBack(address),
    throttles.loginToAccount.giveBack(account),
  ]);
  if (found.isSuspended)
    throw new DomainError(
      "forbidden",
      `This account is suspended. Write to ${env.contactEmail} if you think that is wrong.`,
    );
  await throttles.loginSuccess.take(account);
  return found;
};
