import { DomainError } from "#shared/contract/errors.ts";
import type { Context } from "../../context.ts";
import type { LoginColumns } from "../../queries/find-user.ts";

export const refuseSuspended = (
  { env }: Pick<Context, "env">,
  { isSuspended }: Pick<LoginColumns, "isSuspended">,
): void => {
  if (!isSuspended) return;
  throw new DomainError(
    "forbidden",
    `This account is suspended. Write to ${env.contactEmail} if you think that is wrong.`,
  );
};

/**
 * Counts a successful sign-in. Throws forbidden if the account is suspended, and too_many_requests
 * above the hourly limit of successful sign-ins (docs/decisions/0008-session-lifetimes.md).
 */
export const admit = async (
  context: Context,
  user: Pick<LoginColumns, "id" | "isSuspended">,
): Promise<void> => {
  refuseSuspended(context, user);
  await context.throttles.loginSuccess.take(`id:${user.id}`);
};
