import type { EmailConfig } from "#infra/service-config.ts";
import type { Env } from "#infra/env.ts";
import { DomainError } from "#shared/contract/errors.ts";

const RETRY_AFTER_S = 3600;

/** Returns the email configuration. Throws `unavailable` if there is none. */
export const requireEmailConfig = ({ mail }: Pick<Env, "mail">): EmailConfig => {
  if (mail) return mail;
  throw new DomainError("unavailable", "This server doesn't send email.", {
    retryAfter: RETRY_AFTER_S,
  });
};
