import { BEGAN_AT, IS_ALIVE } from "#infra/db/live-sessions.ts";
import { select, type Sql } from "#infra/db/sql.ts";
import { sessionDigest } from "#infra/session-digest.ts";
import type { Account, SignedInDevice } from "#shared/contract/account.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { OPTIONAL_MAILS } from "#shared/domain/mail.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../context.ts";
import { listSecurityEvents } from "./list-security-events.ts";
import { listSignInMethods } from "./list-sign-in-methods.ts";
import { exportState } from "./export-state.ts";

interface SessionColumns {
  sid: string;
  device: string | null;
  address: string | null;
  /** Milliseconds since 1970. */
  beganAt: number;
  renewedAt: number;
}

const SESSIONS = `
  SELECT s.sid, s.sess ->> 'device' AS device, s.sess ->> 'address' AS address,
         ${BEGAN_AT} AS "beganAt",
         (s.sess ->> 'renewedAt')::float8 AS "renewedAt"
    FROM sessions s JOIN users u ON u.id = (s.sess ->> 'userId')::int
   WHERE s.sess ->> 'userId' = $1 AND ${IS_ALIVE} ORDER BY "renewedAt" DESC`;

export const listSessions = (sql: Sql, userId: number): Promise<SessionColumns[]> =>
  select<SessionColumns>(sql, SESSIONS, [String(userId)]);

const view = (row: SessionColumns, here: string): SignedInDevice => ({
  id: sessionDigest(row.sid),
  device: row.device ?? "Another device",
  address: row.address ?? "",
  signedInAt: new Date(row.beganAt).toISOString(),
  lastSeenAt: new Date(row.renewedAt).toISOString(),
  isThis: row.sid === here,
});

interface OwnerColumns {
  isConfirmed: boolean;
  stoppedMails: string[];
  debates: number;
  isMailLate: boolean;
}

const OWNER = `
  SELECT email_confirmed_at IS NOT NULL AS "isConfirmed", stopped_mails AS "stoppedMails",
         (SELECT count(*)::int FROM debates WHERE user_id = u.id) AS debates,
         EXISTS (SELECT FROM mails WHERE user_id = u.id AND failures > 0
                    AND status IN ('pending', 'running')) AS "isMailLate"
    FROM users u WHERE id = $1`;

/**
 * Returns the private account data of its owner. `here` is the current session's id. Throws
 * unauthenticated if the account is deleted.
 */
export const getAccount = async (
  { reads }: Context,
  { id }: SignedIn,
  here: string,
): Promise<Account> => {
  const [[user], sessions, exported, events, signInMethods] = await Promise.all([
    select<OwnerColumns>(reads, OWNER, [id]),
    listSessions(reads, id),
    exportState(reads, id),
    listSecurityEvents(reads, id),
    listSignInMethods(reads, id),
  ]);
  if (!user) throw new DomainError("unauthenticated", "Please sign in first.");
  return {
    isEmailConfirmed: user.isConfirmed,
    isMailLate: user.isMailLate,
    mails: OPTIONAL_MAILS.filter((kind) => !user.stoppedMails.includes(kind)),
    debates: user.debates,
    export: exported,
    signInMethods,
    events,
    sessions: sessions.map((row) => view(row, here)),
  };
};
