import { z } from "zod";
import { LINK_KINDS, TOKEN_PATTERN } from "../domain/mail.ts";
import { NewPassword, User } from "./account.ts";
import { SecondStepAsked } from "./sign-in-methods.ts";

/** Whatever is no link of ours is told as one that is over. */
const Token = z.string().max(200);

export const isToken = (token: string): boolean => TOKEN_PATTERN.test(token);

export const LinkBody = z.strictObject({ token: Token });
export type LinkBody = z.infer<typeof LinkBody>;

/** As it stands in the address that a mail program is told. */
export const LinkQuery = z.strictObject({ token: Token.default("") });

export const ResetPassword = z.strictObject({ token: Token, password: NewPassword });
export type ResetPassword = z.infer<typeof ResetPassword>;

/** What a link is for, before it is used. */
export const MailLink = z.object({
  kind: z.enum(LINK_KINDS),
  username: z.string(),
  /** The address that is confirmed, changed to or gone back to. */
  email: z.string(),
});
export type MailLink = z.infer<typeof MailLink>;

const Count = z.int().min(0);

/** How many of each other way to the account were removed. */
export const RemovedAccess = z.object({
  sessions: Count,
  passkeys: Count,
  apps: Count,
  recoveryCodes: Count,
  devices: Count,
  links: Count,
});

/** What a link was for, and what using it has removed. */
export const UsedLink = MailLink.extend({ removed: RemovedAccess });
export type UsedLink = z.infer<typeof UsedLink>;

export const PasswordReset = z.object({ removed: RemovedAccess });
export type PasswordReset = z.infer<typeof PasswordReset>;

/** Signed in by a link, or a code is asked for first. */
export const LinkSignIn = z.union([
  z.object({ user: User, removed: RemovedAccess }),
  SecondStepAsked,
]);
export type LinkSignIn = z.infer<typeof LinkSignIn>;
