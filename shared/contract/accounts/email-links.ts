import { z } from "zod";
import { EMAIL_LINK_KINDS, EMAIL_TOKEN_PATTERN } from "#shared/domain/email.ts";
import { NewPassword, User } from "./account.ts";
import { SecondFactorChallenge } from "./sign-in-methods.ts";

/** Accepts any text, so that an invalid token gets the same error as an expired one. */
const EmailToken = z.string().max(200);

export const isEmailToken = (token: string): boolean => EMAIL_TOKEN_PATTERN.test(token);

export const EmailTokenRequest = z.strictObject({ token: EmailToken });
export type EmailTokenRequest = z.infer<typeof EmailTokenRequest>;

/** The query of the unsubscribe URL, which mail servers call. */
export const EmailTokenQuery = z.strictObject({ token: EmailToken.default("") });

export const ResetPasswordRequest = z.strictObject({ token: EmailToken, password: NewPassword });
export type ResetPasswordRequest = z.infer<typeof ResetPasswordRequest>;

/** What a link of an email will do, and for whom. Pages show it before the user confirms. */
export const EmailLinkInfo = z.object({
  kind: z.enum(EMAIL_LINK_KINDS),
  username: z.string(),
  /** The address that the link confirms, changes to or restores. */
  email: z.string(),
});
export type EmailLinkInfo = z.infer<typeof EmailLinkInfo>;

const Count = z.int().min(0);

export const RemovedAccessCounts = z.object({
  sessions: Count,
  passkeys: Count,
  apps: Count,
  recoveryCodes: Count,
  devices: Count,
  links: Count,
});

/** The purpose of a used link, and the access that its use removed. */
export const ConsumedEmailLink = EmailLinkInfo.extend({ removed: RemovedAccessCounts });
export type ConsumedEmailLink = z.infer<typeof ConsumedEmailLink>;

export const ResetPasswordResponse = z.object({ removed: RemovedAccessCounts });
export type ResetPasswordResponse = z.infer<typeof ResetPasswordResponse>;

/** The signed-in user, or a request for the second factor. */
export const EmailLinkSignInResponse = z.union([
  z.object({ user: User, removed: RemovedAccessCounts }),
  SecondFactorChallenge,
]);
export type EmailLinkSignInResponse = z.infer<typeof EmailLinkSignInResponse>;
