import { brokenConstraint, select } from "#infra/db/sql.ts";
import { transact } from "#infra/db/transaction.ts";
import { askForMail } from "#infra/operations/ask-for-mail.ts";
import { callPerson } from "#infra/operations/call-person.ts";
import { User as UserRow } from "#infra/db/entities/user.ts";
import { userView } from "#infra/views/user-view.ts";
import type { Register, User } from "#shared/contract/account.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { PROVIDERS } from "#shared/domain/provider.ts";
import type { Context } from "../../context.ts";
import { hashPassword } from "./password.ts";
import { requireGoodPassword } from "./password-quality.ts";
import { isReserved, skeletonOf } from "./username-rules.ts";

const refused = (field: "username" | "email", message: string): DomainError =>
  new DomainError("invalid", message, { fields: { [field]: message } });

const emailTaken = (): DomainError => refused("email", "Email is already registered");

/** Does not name the similar username, which would reveal other users. */
const LOOKS_LIKE_ANOTHER =
  "This username looks too much like another one. Please choose another username.";

const requireOwnName = ({ env }: Context, username: string): void => {
  const names = [env.productName, env.companyName, ...PROVIDERS, ...Object.values(env.labels)];
  if (isReserved(username, names)) throw refused("username", "Please choose another username.");
};

/** A previous owner can still restore this address to their account. */
const IS_RESERVED = `
  SELECT FROM mail_links WHERE kind = 'undo_email' AND lower(email) = lower($1) AND expires_at > now()`;

const save = ({ db, logger, enqueue, env }: Context, input: Register): Promise<UserRow> =>
  transact(db, logger, async (tx, after) => {
    if ((await select(tx, IS_RESERVED, [input.email])).length > 0) throw emailTaken();
    const credits = env.signupCredit === "confirmed" ? { credits: 0 } : {};
    const usernameSkeleton = skeletonOf(input.username);
    const user = await tx.save(UserRow, { ...input, ...credits, usernameSkeleton });
    if (env.mail)
      await askForMail(tx, after, enqueue, {
        kind: "confirm_email",
        userId: user.id,
        email: user.email,
      });
    return user;
  });

const insert = async (context: Context, input: Register): Promise<User> => {
  const password = await hashPassword(input.password);
  try {
    return userView(await save(context, { ...input, password }));
  } catch (err) {
    const constraint = brokenConstraint(err);
    if (constraint === "users_username_once")
      throw refused("username", "Username is already taken");
    if (constraint === "users_skeleton_once") throw refused("username", LOOKS_LIKE_ANOTHER);
    if (constraint === "users_email_once") throw emailTaken();
    throw err;
  }
};

const isTooMany = (err: unknown): boolean =>
  err instanceof DomainError && err.code === "too_many_requests";

/** Many registrations raise an alert, at most once an hour. They are not rejected. */
const tellOfMany = async ({ throttles, logger }: Context): Promise<void> => {
  try {
    await throttles.registrations.take("all");
  } catch (err) {
    if (!isTooMany(err)) throw err;
    await throttles.registrationAlert.take("all").then(
      () => callPerson(logger, "registrations", {}, "unusually many accounts are being opened"),
      () => "somebody has been told",
    );
  }
};

/**
 * Creates an account. Registrations are limited per network; unexpected errors do not count. Throws
 * invalid for a name that is taken, reserved or too similar to another one, and too_many_requests.
 */
export const register = async (
  context: Context,
  input: Register,
  address: string,
): Promise<User> => {
  const { throttles } = context;
  requireOwnName(context, input.username);
  const owner = { names: [input.username, input.email], role: "user" } as const;
  await requireGoodPassword(context.env, input.password, owner, "password");
  await throttles.register.take(address);
  try {
    const user = await insert(context, input);
    await tellOfMany(context);
    return user;
  } catch (err) {
    if (!(err instanceof DomainError)) await throttles.register.giveBack(address);
    throw err;
  }
};
