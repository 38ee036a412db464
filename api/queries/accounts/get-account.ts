import { SIGNED_IN_AT_SQL, IS_ACTIVE_SESSION_SQL } from "#infra/db/active-sessions.ts";
import { selectRows, type Sql } from "#infra/db/sql.ts";
import { digestSessionId } from "#infra/tokens.ts";
import type { Account, ActiveSession } from "#shared/contract/accounts/account.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { OPTIONAL_EMAILS } from "#shared/domain/email.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "#api/context.ts";
import { listSecurityEvents } from "./list-security-events.ts";
import { listSignInMethods } from "./list-sign-in-methods.ts";
import { getExportState } from "./get-export-state.ts";

interface ListedSessionColumns {
  sid: string;
  device: string | null;
  address: string | null;
  /** Milliseconds since 1970. */
  beganAt: number;
  renewedAt: number;
}

const SESSIONS_SQL = `
  SELECT s.sid, s.sess ->> 'device' AS device, s.sess ->> 'address' AS address,
         ${SIGNED_IN_AT_SQL} AS "beganAt",
         (s.sess ->> 'renewedAt')::float8 AS "renewedAt"
    FROM sessions s JOIN users u ON u.id = (s.sess ->> 'userId')::int
   WHERE s.sess ->> 'userId' = $1 AND ${IS_ACTIVE_SESSION_SQL} ORDER BY "renewedAt" DESC`;

export const listSessions = (sql: Sql, userId: number): Promise<ListedSessionColumns[]> =>
  selectRows<ListedSessionColumns>(sql, SESSIONS_SQL, [String(userId)]);

const toSignedInDevice = (row: ListedSessionColumns, currentSessionId: string): ActiveSession => ({
  id: digestSessionId(row.sid),
  device: row.device ?? "Another device",
  address: row.address ?? "",
  signedInAt: new Date(row.beganAt).toISOString(),
  lastSeenAt: new Date(row.renewedAt).toISOString(),
  isThis: row.sid === currentSessionId,
});

interface OwnAccountColumns {
  isConfirmed: boolean;
  unsubscribedEmails: string[];
  debates: number;
  isMailLate: boolean;
}

const ACCOUNT_SQL = `
  SELECT email_confirmed_at IS NOT NULL AS "isConfirmed", unsubscribed_emails AS "unsubscribedEmails",
         (SELECT count(*)::int FROM debates WHERE user_id = u.id) AS debates,
         EXISTS (SELECT FROM emails WHERE user_id = u.id AND failures > 0
                    AND status IN ('pending', 'running')) AS "isMailLate"
    FROM users u WHERE id = $1`;

/**
 * Returns the private account data of its owner. Throws `unauthenticated` if the account is
 * deleted.
 */
export const getAccount = async (
  { sql }: Pick<Context, "sql">,
  { id }: SignedInViewer,
  currentSessionId: string,
): Promise<Account> => {
  const [[user], sessions, exported, events, signInMethods] = await Promise.all([
    selectRows<OwnAccountColumns>(sql, ACCOUNT_SQL, [id]),
    listSessions(sql, id),
    getExportState(sql, id),
    listSecurityEvents(sql, id),
    listSignInMethods(sql, id),
  ]);
  if (!user) throw new DomainError("unauthenticated", "Please sign in first.");
  return {
    isEmailConfirmed: user.isConfirmed,
    isMailLate: user.isMailLate,
    mails: OPTIONAL_EMAILS.filter((kind) => !user.unsubscribedEmails.includes(kind)),
    debates: user.debates,
    export: exported,
    signInMethods,
    events,
    sessions: sessions.map((row) => toSignedInDevice(row, currentSessionId)),
  };
};
