import { HAS_SECOND_FACTOR_SQL } from "#infra/db/second-factor.ts";
import { selectRows } from "#infra/db/sql.ts";
import { presentUser, type UserColumns } from "#infra/presenters/user-presenter.ts";
import type { User } from "#shared/contract/accounts/account.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { isAdmin, type SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "#api/context.ts";
import { findUser } from "./find-user.ts";

const LACKS_SECOND_FACTOR_SQL = `SELECT FROM users u WHERE id = $1 AND NOT ${HAS_SECOND_FACTOR_SQL}`;

/**
 * Returns the account for its owner. For an admin without a second factor, includes whether one is
 * required or only urged.
 */
export const presentOwnAccount = async (
  { sql, env }: Pick<Context, "sql" | "env">,
  user: UserColumns,
): Promise<User> => {
  const lacksSecondFactor =
    isAdmin(user) && (await selectRows(sql, LACKS_SECOND_FACTOR_SQL, [user.id])).length > 0;
  if (!lacksSecondFactor) return presentUser(user);
  return { ...presentUser(user), secondFactor: env.adminsNeedSecondFactor ? "required" : "urged" };
};

/** Returns the viewer's account. Throws `unauthenticated` if it is deleted. */
export const getUser = async (
  context: Pick<Context, "env" | "sql">,
  viewer: SignedInViewer,
): Promise<User> => {
  const user = await findUser(context.sql, viewer.id);
  if (!user) throw new DomainError("unauthenticated", "Please sign in first.");
  return presentOwnAccount(context, user);
};
