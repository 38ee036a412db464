import { userView } from "#infra/views/user-view.ts";
import type { User } from "#shared/contract/account.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../context.ts";
import { findUser } from "./find-user.ts";

/** The viewer's own account. */
export const getUser = async ({ reads }: Context, viewer: SignedIn): Promise<User> => {
  const user = await findUser(reads, viewer.id);
  if (!user) throw new DomainError("unauthenticated", "Please sign in first.");
  return userView(user);
};
