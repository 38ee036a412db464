import type { MailAccess } from "#infra/access.ts";
import type { Env } from "#infra/env.ts";
import { DomainError } from "#shared/contract/errors.ts";

const RETRY_AFTER_S = 3600;

/** How mail is sent. Throws unavailable where it is not. */
export const requireMail = ({ mail }: Pick<Env, "mail">): MailAccess => {
  if (mail) return mail;
  throw new DomainError("unavailable", "This server sends no mail.", {
    retryAfter: RETRY_AFTER_S,
  });
};
