import { DomainError } from "#shared/contract/errors.ts";
import type { Context } from "#api/context.ts";
import type { LoginColumns } from "#api/queries/accounts/find-user.ts";

export const assertNotSuspended = (
  { env }: Pick<Context, "env">,
  { isSuspended }: Pick<LoginColumns, "isSuspended">,
): void => {
  if (!isSuspended) return;
  throw new DomainError(
    "forbidden",
    `This account is suspended. Write to ${env.contactEmail} if you think this is a mistake.`,
  );
};

/**
 * Checks and counts a sign-in with right credentials. Throws `forbidden` if the account is
 * suspended, and `too_many_requests` above the hourly limit
 * (docs/decisions/0008-session-lifetimes.md).
 */
export const assertSignInAllowed = async (
  context: Pick<Context, "env" | "throttles">,
  user: Pick<LoginColumns, "id" | "isSuspended">,
): Promise<void> => {
  assertNotSuspended(context, user);
  await context.throttles.loginSuccess.take(`id:${user.id}`);
};
