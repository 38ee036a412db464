import { selectRows, type Sql } from "#infra/db/sql.ts";
import { digestToken } from "#infra/tokens.ts";
import { DomainError } from "#shared/contract/errors.ts";
import {
  isEmailToken,
  type EmailTokenRequest,
  type EmailLinkInfo,
} from "#shared/contract/accounts/email-links.ts";
import type { EmailLinkKind } from "#shared/domain/email.ts";
import type { UserRole } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "../../context.ts";

/**
 * One error for all invalid links, so that the response does not reveal which tokens ever existed.
 */
export const createLinkExpiredError = (): DomainError =>
  new DomainError("not_found", "This link has expired or was already used.");

export interface EmailTokenColumns {
  kind: EmailLinkKind;
  userId: number;
  email: string;
}

const KINDS_FOR_CURRENT_EMAIL: ReadonlySet<EmailLinkKind> = new Set<EmailLinkKind>([
  "confirm_email",
  "reset_password",
  "sign_in",
]);

export const isTokenValid = ({ kind, email }: EmailTokenColumns, emailNow: string): boolean =>
  !KINDS_FOR_CURRENT_EMAIL.has(kind) || email.toLowerCase() === emailNow.toLowerCase();

const FIND_EMAIL_TOKEN_SQL = `
  SELECT l.kind, l.user_id AS "userId", l.email, u.username, u.role, u.email AS "emailNow"
    FROM email_tokens l JOIN users u ON u.id = l.user_id
   WHERE l.digest = $1 AND l.expires_at > now() AND u.suspended_at IS NULL`;

interface FoundEmailToken extends EmailTokenColumns {
  username: string;
  role: UserRole;
  emailNow: string;
}

/** Finds a link without using it up. Throws `not_found` if the link is invalid or expired. */
export const findEmailToken = async (sql: Sql, token: string): Promise<FoundEmailToken> => {
  const [found] = isEmailToken(token)
    ? await selectRows<FoundEmailToken>(sql, FIND_EMAIL_TOKEN_SQL, [digestToken(token)])
    : [];
  if (!found || !isTokenValid(found, found.emailNow)) throw createLinkExpiredError();
  return found;
};

/**
 * Returns the purpose of a link without using it up. Throws `not_found` if the link is invalid or
 * expired.
 */
export const peekEmailToken = async (
  { sql }: Pick<Context, "sql">,
  { token }: EmailTokenRequest,
): Promise<EmailLinkInfo> => {
  const { kind, username, email } = await findEmailToken(sql, token);
  return { kind, username, email };
};
