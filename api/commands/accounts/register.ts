import { brokenConstraint } from "#infra/db/sql.ts";
import { User as UserRow } from "#infra/db/entities/user.ts";
import { userView } from "#infra/views/user-view.ts";
import type { Register, User } from "#shared/contract/account.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { Context } from "../../context.ts";
import { hashPassword } from "./password.ts";

const taken = (field: "username" | "email", message: string): DomainError =>
  new DomainError("invalid", message, { fields: { [field]: message } });

/** A new account, with the credits the database gives it. Throws invalid if a name is taken. */
export const register = async ({ db }: Context, input: Register): Promise<User> => {
  const password = await hashPassword(input.password);
  try {
    return userView(await db.getRepository(UserRow).save({ ...input, password }));
  } catch (err) {
    const constraint = brokenConstraint(err);
    if (constraint === "users_username_once") throw taken("username", "Username is already taken");
    if (constraint === "users_email_once") throw taken("email", "Email is already registered");
    throw err;
  }
};
