import { z } from "zod";
import {
  EMAIL_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
  USERNAME_MAX,
  USERNAME_MIN,
  USERNAME_PATTERN,
} from "../domain/account.ts";
import { OPTIONAL_MAILS } from "../domain/mail.ts";
import { SECURITY_EVENTS } from "../domain/security-event.ts";
import { SECOND_FACTOR_WISHES } from "../domain/sign-in-method.ts";
import { Id, Instant, UserRoleName } from "./primitives.ts";
import { SecondStepAsked, SignInCode, SignInMethods } from "./sign-in-methods.ts";

const Email = z
  .string()
  .trim()
  .max(EMAIL_MAX, "Invalid email address")
  .meta({ examples: ["ada@example.org"] })
  .pipe(z.email("Invalid email address"));

/** One that is chosen. */
export const NewPassword = z
  .string()
  .min(PASSWORD_MIN, `Password must be at least ${PASSWORD_MIN} characters`)
  .max(PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters`);

/** One that somebody has, whatever rules there were when it was chosen. */
const OwnPassword = z
  .string("Password is required")
  .min(1, "Password is required")
  .max(PASSWORD_MAX);

export const Register = z.strictObject({
  username: z
    .string()
    .trim()
    .min(USERNAME_MIN, `Username must be at least ${USERNAME_MIN} characters`)
    .max(USERNAME_MAX, `Username must be at most ${USERNAME_MAX} characters`)
    .regex(USERNAME_PATTERN, "Username may hold letters, digits, dots, dashes and underscores")
    .meta({ examples: ["ada"] }),
  email: Email,
  password: NewPassword,
});
export type Register = z.infer<typeof Register>;

/** A username or an e-mail address. */
const AccountName = z
  .string("Username is required")
  .trim()
  .min(1, "Username is required")
  .max(EMAIL_MAX);

export const Login = z.strictObject({ username: AccountName, password: OwnPassword });
export type Login = z.infer<typeof Login>;

/** Of which account a link is wanted. */
export const AskForLink = z.strictObject({ username: AccountName });
export type AskForLink = z.infer<typeof AskForLink>;

export const ChangePassword = z.strictObject({ password: OwnPassword, newPassword: NewPassword });
export type ChangePassword = z.infer<typeof ChangePassword>;

export const ChangeEmail = z.strictObject({ email: Email, password: OwnPassword });
export type ChangeEmail = z.infer<typeof ChangeEmail>;

export const User = z.object({
  id: Id,
  username: z.string(),
  email: z.string(),
  role: UserRoleName,
  isAdmin: z.boolean(),
  credits: z.int().min(0),
  createdAt: Instant,
  /** To its owner alone, an admin who can prove who they are by the password only. */
  secondFactor: z.enum(SECOND_FACTOR_WISHES).optional(),
});
export type User = z.infer<typeof User>;

/** Who has signed in, or what else is asked of them. */
export const LoginAnswer = z.union([User, SecondStepAsked]);
export type LoginAnswer = z.infer<typeof LoginAnswer>;

/** Where somebody is signed in. */
export const SignedInDevice = z.object({
  /** Names the session, and is worth nothing to sign in with. */
  id: z.string(),
  device: z.string(),
  /** The network's, as limits count it; empty where nobody knows. */
  address: z.string(),
  signedInAt: Instant,
  /** To the hour. */
  lastSeenAt: Instant,
  isThis: z.boolean(),
});
export type SignedInDevice = z.infer<typeof SignedInDevice>;

/** Whether a kind of mail is to be sent. */
export const ChooseMails = z.strictObject({ kind: z.enum(OPTIONAL_MAILS), on: z.boolean() });
export type ChooseMails = z.infer<typeof ChooseMails>;

/** `GET /api/account`: what its owner alone sees of an account. */
export const Account = z.object({
  isEmailConfirmed: z.boolean(),
  /** A mail to them waits for the mail server, which did not take it yet. */
  isMailLate: z.boolean(),
  /** Of what is told by choice, what is told. */
  mails: z.array(z.enum(OPTIONAL_MAILS)),
  /** How many are theirs, and go with the account. */
  debates: z.int().min(0),
  /** What was put together of theirs, as far as it is. */
  export: z.object({
    status: z.enum(["none", "pending", "ready", "failed"]),
    expiresAt: Instant.nullable(),
  }),
  signInMethods: SignInMethods,
  /** What happened to it in the last month, the latest first. */
  events: z.array(
    z.object({ id: Id, event: z.enum(SECURITY_EVENTS), address: z.string(), at: Instant }),
  ),
  /** The last one seen first. */
  sessions: z.array(SignedInDevice),
});
export type Account = z.infer<typeof Account>;

export const EndSession = z.strictObject({
  session: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .meta({ examples: ["5e884898da28047151d0e56f8dc62927"] }),
});
export type EndSession = z.infer<typeof EndSession>;

/** Says once more who one is. */
/** With a code of the app, or one for recovery, where the account has an app. */
export const ConfirmIdentity = z.strictObject({
  password: OwnPassword,
  code: SignInCode.optional(),
});
export type ConfirmIdentity = z.infer<typeof ConfirmIdentity>;

/** A password that is given has to be right; the identity has been confirmed before. */
export const DeleteAccount = z.strictObject({ password: OwnPassword.optional() });
export type DeleteAccount = z.infer<typeof DeleteAccount>;

/** Nothing is kept of it: it is asked before the form is sent. */
export const CheckPassword = z.strictObject({
  password: z.string().max(PASSWORD_MAX),
  username: z.string().max(EMAIL_MAX).optional(),
  email: z.string().max(EMAIL_MAX).optional(),
});
export type CheckPassword = z.infer<typeof CheckPassword>;

export const PasswordAdvice = z.object({ warning: z.string().nullable() });
export type PasswordAdvice = z.infer<typeof PasswordAdvice>;
