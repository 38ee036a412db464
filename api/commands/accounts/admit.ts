import { DomainError } from "#shared/contract/errors.ts";
import type { Context } from "../../context.ts";
import type { LoginColumns } from "../../queries/find-user.ts";

/**
 * Lets somebody in who has proved who they are. Throws forbidden for an account that is suspended, and
 * too_many_requests for more successes in an hour than anybody needs (D53).
 */
export const admit = async (
  { env, throttles }: Context,
  { id, isSuspended }: Pick<LoginColumns, "id" | "isSuspended">,
): Promise<void> => {
  if (isSuspended)
    throw new DomainError(
      "forbidden",
      `This account is suspended. Write to ${env.contactEmail} if you think that is wrong.`,
    );
  await throttles.loginSuccess.take(`id:${id}`);
};
