import { HAS_SECOND_FACTOR } from "#infra/db/second-factor.ts";
import { select } from "#infra/db/sql.ts";
import { userView, type UserColumns } from "#infra/views/user-view.ts";
import type { User } from "#shared/contract/account.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { isAdmin, type SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../context.ts";
import { findUser } from "./find-user.ts";

const LACKS = `SELECT FROM users u WHERE id = $1 AND NOT ${HAS_SECOND_FACTOR}`;

/**
 * Returns the account for its owner. For admins without a second factor it says whether one is
 * required.
 */
export const ownView = async (
  { reads, env }: Pick<Context, "reads" | "env">,
  user: UserColumns,
): Promise<User> => {
  const isLacking = isAdmin(user) && (await select(reads, LACKS, [user.id])).length > 0;
  if (!isLacking) return userView(user);
  return { ...userView(user), secondFactor: env.adminsNeedSecondFactor ? "required" : "urged" };
};

/** Returns the viewer's account. Throws unauthenticated if it is deleted. */
export const getUser = async (context: Context, viewer: SignedIn): Promise<User> => {
  const user = await findUser(context.reads, viewer.id);
  if (!user) throw new DomainError("unauthenticated", "Please sign in first.");
  return ownView(context, user);
};
