import { getViolatedConstraint, selectRows } from "#infra/db/sql.ts";
import { withTransaction } from "#infra/db/transaction.ts";
import { enqueueEmail } from "#infra/services/enqueue-email.ts";
import { raiseAlert } from "#infra/services/raise-alert.ts";
import { UserEntity as UserRow } from "#infra/db/entities/user.ts";
import { presentUser } from "#infra/presenters/user-presenter.ts";
import type { RegisterRequest, User } from "#shared/contract/accounts/account.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { PROVIDERS } from "#shared/domain/provider.ts";
import type { Context } from "../../context.ts";
import { hashPassword } from "./password-hash.ts";
import { requireStrongPassword } from "./require-strong-password.ts";
import { isReservedUsername, computeSkeleton } from "./username-rules.ts";

const createFieldError = (field: "username" | "email", message: string): DomainError =>
  new DomainError("invalid", message, { fields: { [field]: message } });

const createEmailTakenError = (): DomainError =>
  createFieldError("email", "Email is already registered");

/** The message does not name the similar username, because that would reveal another user. */
const CONFUSABLE_USERNAME_MESSAGE =
  "This username looks too much like another one. Please choose another username.";

const requireUnreservedUsername = ({ env }: Pick<Context, "env">, username: string): void => {
  const names = [
    env.productName,
    env.companyName,
    ...PROVIDERS,
    ...PROVIDERS.map((id) => env.labels[id]),
  ];
  if (isReservedUsername(username, names))
    throw createFieldError("username", "Please choose another username.");
};

/** Finds an unexpired undo link with which another account can restore this address. */
const IS_EMAIL_RESERVED_SQL = `
  SELECT FROM email_tokens WHERE kind = 'undo_email' AND lower(email) = lower($1) AND expires_at > now()`;

type CreateAccountDeps = Pick<Context, "env" | "logger" | "db" | "enqueue">;

const saveUser = (
  { db, logger, enqueue, env }: CreateAccountDeps,
  input: RegisterRequest,
): Promise<UserRow> =>
  withTransaction(db, logger, async (tx, after) => {
    if ((await selectRows(tx, IS_EMAIL_RESERVED_SQL, [input.email])).length > 0)
      throw createEmailTakenError();
    const credits = env.signupCredit === "confirmed" ? { credits: 0 } : {};
    const usernameSkeleton = computeSkeleton(input.username);
    const user = await tx.save(UserRow, { ...input, ...credits, usernameSkeleton });
    if (env.mail)
      await enqueueEmail(tx, after, enqueue, {
        kind: "confirm_email",
        userId: user.id,
        email: user.email,
      });
    return user;
  });

const createAccount = async (context: CreateAccountDeps, input: RegisterRequest): Promise<User> => {
  const password = await hashPassword(input.password);
  try {
    return presentUser(await saveUser(context, { ...input, password }));
  } catch (err) {
    const constraint = getViolatedConstraint(err);
    if (constraint === "users_username_once")
      throw createFieldError("username", "Username is already taken");
    if (constraint === "users_skeleton_once")
      throw createFieldError("username", CONFUSABLE_USERNAME_MESSAGE);
    if (constraint === "users_email_once") throw createEmailTakenError();
    throw err;
  }
};

/**
 * Raises an alert if there are unusually many registrations, at most once an hour. The
 * registrations are accepted nevertheless.
 */
const alertOnManyRegistrations = async ({
  throttles,
  logger,
}: Pick<Context, "logger" | "throttles">): Promise<void> => {
  try {
    await throttles.registrations.take("all");
  } catch {
    await throttles.registrationAlert.take("all").then(
      () => raiseAlert(logger, "registrations", {}, "unusually many accounts are being opened"),
      () => "somebody has been told",
    );
  }
};

/**
 * Creates an account. Registrations are limited per network; a registration that fails with an
 * unexpected error does not count. Throws `invalid` for a name that is taken, reserved or too
 * similar to another one, and `too_many_requests`.
 */
export const register = async (
  context: Pick<Context, "env" | "logger" | "db" | "enqueue" | "throttles">,
  input: RegisterRequest,
  address: string,
): Promise<User> => {
  const { throttles } = context;
  requireUnreservedUsername(context, input.username);
  const owner = { names: [input.username, input.email], role: "user" } as const;
  await requireStrongPassword(context.env, input.password, owner, "password");
  await throttles.register.take(address);
  try {
    const user = await createAccount(context, input);
    await alertOnManyRegistrations(context);
    return user;
  } catch (err) {
    if (!(err instanceof DomainError)) await throttles.register.refund(address);
    throw err;
  }
};
