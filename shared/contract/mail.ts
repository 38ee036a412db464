import { z } from "zod";
import { LINK_KINDS, TOKEN_PATTERN } from "../domain/mail.ts";
import { NewPassword } from "./account.ts";

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
