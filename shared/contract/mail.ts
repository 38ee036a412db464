import { z } from "zod";
import { LINK_KINDS, TOKEN_PATTERN } from "../domain/mail.ts";
import { NewPassword, User } from "./account.ts";
import { SecondStepAsked } from "./sign-in-methods.ts";

/** Accepts any text, so that an invalid token gets the same error as an expired one. */
const Token = z.string().max(200);

export const isToken = (token: string): boolean => TOKEN_PATTERN.test(token);

export const LinkBody = z.strictObject({ token: Token });
export type LinkBody = z.infer<typeof LinkBody>;

/** For the unsubscribe URL that mail servers call. */
export const LinkQuery = z.strictObject({ token: Token.default("") });

export const ResetPassword = z.strictObject({ token: Token, password: NewPassword });
export type ResetPassword = z.infer<typeof ResetPassword>;

/** The purpose of a link, before it is used. */
export const MailLink = z.object({
  kind: z.enum(LINK_KINDS),
  username: z.string(),
  /** The address that the link confirms, changes to or restores. */
  email: z.string(),
});
export type MailLink = z.infer<typeof MailLink>;

const Count = z.int().min(0);

export const RemovedAccess = z.object({
  sessions: Count,
  passkeys: Count,
  apps: Count,
  recoveryCodes: Count,
  devices: Count,
  links: Count,
});

/** The purpose of a used link, and what it removed. */
export const UsedLink = MailLink.extend({ removed: RemovedAccess });
export type UsedLink = z.infer<typeof UsedLink>;

export const PasswordReset = z.object({ removed: RemovedAccess });
export type PasswordReset = z.infer<typeof PasswordReset>;

/** The signed-in user, or a request for the second factor. */
export const LinkSignIn = z.union([
  z.object({ user: User, removed: RemovedAccess }),
  SecondStepAsked,
]);
export type LinkSignIn = z.infer<typeof LinkSignIn>;
