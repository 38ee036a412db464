import { noteSecurityEvent } from "#infra/operations/note-security-event.ts";
import { select } from "#infra/db/sql.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";
import { isPassword } from "./password.ts";

/**
 * Asks who is signed in for the password once more. Failures count as those at signing in do. Throws
 * invalid for another password, and too_many_requests.
 */
export const confirmPassword = async (
  context: Context,
  { id }: SignedIn,
  password: string,
  address: string,
): Promise<void> => {
  const { reads, throttles } = context;
  const account = `id:${id} signed in`;
  await throttles.loginFromAddress.take(address);
  await throttles.loginToAccount.take(account);
  const [found] = await select<{ password: string }>(
    reads,
    `SELECT password FROM users WHERE id = $1`,
    [id],
  );
  if (!(await isPassword(password, found?.password))) {
    noteSecurityEvent(context, { event: "sign_in_failed", userId: id, address });
    const message = "That is not your password.";
    throw new DomainError("invalid", message, { fields: { password: message } });
  }
  await Promise.all([
    throttles.loginFromAddress.giveBack(address),
    throttles.loginToAccount.giveBack(account),
  ]);
};
