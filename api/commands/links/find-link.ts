import { select, type Sql } from "#infra/db/sql.ts";
import { digestOf } from "#infra/mail-token.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { isToken, type LinkBody, type MailLink } from "#shared/contract/mail.ts";
import type { LinkKind } from "#shared/domain/mail.ts";
import type { UserRole } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";

/** One error for all invalid links, so that it does not reveal which tokens ever existed. */
export const isOver = (): DomainError =>
  new DomainError("not_found", "This link does not work any more. It may be used, or too old.");

export interface LinkColumns {
  kind: LinkKind;
  userId: number;
  email: string;
}

const OF_THE_ADDRESS_NOW: ReadonlySet<LinkKind> = new Set<LinkKind>([
  "confirm_email",
  "reset_password",
  "sign_in",
]);

export const isGood = ({ kind, email }: LinkColumns, emailNow: string): boolean =>
  !OF_THE_ADDRESS_NOW.has(kind) || email.toLowerCase() === emailNow.toLowerCase();

const LOOK = `
  SELECT l.kind, l.user_id AS "userId", l.email, u.username, u.role, u.email AS "emailNow"
    FROM mail_links l JOIN users u ON u.id = l.user_id
   WHERE l.digest = $1 AND l.expires_at > now() AND u.suspended_at IS NULL`;

interface Found extends LinkColumns {
  username: string;
  role: UserRole;
  emailNow: string;
}

/** Finds a link without using it up. Throws not_found if it is invalid or expired. */
export const findLink = async (sql: Sql, token: string): Promise<Found> => {
  const [found] = isToken(token) ? await select<Found>(sql, LOOK, [digestOf(token)]) : [];
  if (!found || !isGood(found, found.emailNow)) throw isOver();
  return found;
};

/**
 * Returns the purpose of a link without using it up. Throws not_found if it is invalid or expired.
 */
export const lookAtLink = async ({ reads }: Context, { token }: LinkBody): Promise<MailLink> => {
  const { kind, username, email } = await findLink(reads, token);
  return { kind, username, email };
};
