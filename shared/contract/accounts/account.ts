import { z } from "zod";
import {
  EMAIL_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
  USERNAME_MAX,
  USERNAME_MIN,
  USERNAME_PATTERN,
} from "#shared/domain/accounts/account.ts";
import { OPTIONAL_EMAILS } from "#shared/domain/email.ts";
import { SECURITY_EVENTS } from "#shared/domain/accounts/security-event.ts";
import { SECOND_FACTOR_REQUIREMENTS } from "#shared/domain/accounts/sign-in-method.ts";
import { Id, Instant, UserRoleName } from "../primitives.ts";
import { SecondFactorChallenge, SignInCode, SignInMethods } from "./sign-in-methods.ts";

const Email = z
  .string()
  .trim()
  .max(EMAIL_MAX, "Invalid email address")
  .meta({ examples: ["ada@example.org"] })
  .pipe(z.email("Invalid email address"));

export const NewPassword = z
  .string()
  .min(PASSWORD_MIN, `Password must be at least ${PASSWORD_MIN} characters`)
  .max(PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters`);

/**
 * An existing password. It may have been chosen under older rules, so the current rules do not
 * apply.
 */
const ExistingPassword = z
  .string("Password is required")
  .min(1, "Password is required")
  .max(PASSWORD_MAX);

export const RegisterRequest = z.strictObject({
  username: z
    .string()
    .trim()
    .min(USERNAME_MIN, `Username must be at least ${USERNAME_MIN} characters`)
    .max(USERNAME_MAX, `Username must be at most ${USERNAME_MAX} characters`)
    .regex(USERNAME_PATTERN, "Username may contain letters, digits, dots, dashes and underscores")
    .meta({ examples: ["ada"] }),
  email: Email,
  password: NewPassword,
});
export type RegisterRequest = z.infer<typeof RegisterRequest>;

const AccountName = z
  .string("Username is required")
  .trim()
  .min(1, "Username is required")
  .max(EMAIL_MAX);

export const LoginRequest = z.strictObject({ username: AccountName, password: ExistingPassword });
export type LoginRequest = z.infer<typeof LoginRequest>;

export const EmailLinkRequest = z.strictObject({ username: AccountName });
export type EmailLinkRequest = z.infer<typeof EmailLinkRequest>;

export const ChangePasswordRequest = z.strictObject({
  password: ExistingPassword,
  newPassword: NewPassword,
});
export type ChangePasswordRequest = z.infer<typeof ChangePasswordRequest>;

export const ChangeEmailRequest = z.strictObject({ email: Email, password: ExistingPassword });
export type ChangeEmailRequest = z.infer<typeof ChangeEmailRequest>;

export const User = z.object({
  id: Id,
  username: z.string(),
  email: z.string(),
  role: UserRoleName,
  isAdmin: z.boolean(),
  credits: z.int().min(0),
  createdAt: Instant,
  /**
   * Whether a second factor is urged or required. Only sent to the account's owner, and only if the
   * owner is an admin without a second factor.
   */
  secondFactor: z.enum(SECOND_FACTOR_REQUIREMENTS).optional(),
});
export type User = z.infer<typeof User>;

export const LoginResponse = z.union([User, SecondFactorChallenge]);
export type LoginResponse = z.infer<typeof LoginResponse>;

export const ActiveSession = z.object({
  /** A public identifier, which cannot be used to sign in. */
  id: z.string(),
  device: z.string(),
  /** The client's IPv4 address or IPv6 network, by which rate limits count; empty if unknown. */
  address: z.string(),
  signedInAt: Instant,
  /**
   * Time of the last use. It can be up to an hour too early, because it is stored at most once an
   * hour.
   */
  lastSeenAt: Instant,
  isThis: z.boolean(),
});
export type ActiveSession = z.infer<typeof ActiveSession>;

export const SetEmailPreferenceRequest = z.strictObject({
  kind: z.enum(OPTIONAL_EMAILS),
  on: z.boolean(),
});
export type SetEmailPreferenceRequest = z.infer<typeof SetEmailPreferenceRequest>;

/** `GET /api/account`: private data of the account's owner. */
export const Account = z.object({
  isEmailConfirmed: z.boolean(),
  /** Whether an email to the user could not be sent yet and is being retried. */
  isMailLate: z.boolean(),
  /** The optional kinds of emails that are turned on. */
  mails: z.array(z.enum(OPTIONAL_EMAILS)),
  /** Number of the user's debates, which are deleted with the account. */
  debates: z.int().min(0),
  export: z.object({
    status: z.enum(["none", "pending", "ready", "failed"]),
    expiresAt: Instant.nullable(),
  }),
  signInMethods: SignInMethods,
  /** Security events of the last month, newest first. */
  events: z.array(
    z.object({ id: Id, event: z.enum(SECURITY_EVENTS), address: z.string(), at: Instant }),
  ),
  /** Sessions, most recently used first. */
  sessions: z.array(ActiveSession),
});
export type Account = z.infer<typeof Account>;

export const EndSessionRequest = z.strictObject({
  session: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .meta({ examples: ["5e884898da28047151d0e56f8dc62927"] }),
});
export type EndSessionRequest = z.infer<typeof EndSessionRequest>;

/**
 * Confirms the identity again. `code`, from the authenticator app or a recovery code, is required
 * if the account has an app.
 */
export const ConfirmIdentityRequest = z.strictObject({
  password: ExistingPassword,
  code: SignInCode.optional(),
});
export type ConfirmIdentityRequest = z.infer<typeof ConfirmIdentityRequest>;

/** Needs a recently confirmed identity. If a password is given, it must be correct too. */
export const DeleteAccountRequest = z.strictObject({ password: ExistingPassword.optional() });
export type DeleteAccountRequest = z.infer<typeof DeleteAccountRequest>;

/** Checks a password before the form is submitted. Nothing is stored. */
export const CheckPasswordRequest = z.strictObject({
  password: z.string().max(PASSWORD_MAX),
  username: z.string().max(EMAIL_MAX).optional(),
  email: z.string().max(EMAIL_MAX).optional(),
});
export type CheckPasswordRequest = z.infer<typeof CheckPasswordRequest>;

export const PasswordAdvice = z.object({ warning: z.string().nullable() });
export type PasswordAdvice = z.infer<typeof PasswordAdvice>;
