import { selectRows, type Sql } from "#infra/db/sql.ts";
import type { Account } from "#shared/contract/accounts/account.ts";
import {
  SECURITY_EVENT_RETENTION_DAYS,
  type SecurityEvent,
} from "#shared/domain/accounts/security-event.ts";

const MAX_EVENTS = 100;
/** Maximum number of events per event type, so that failed logins cannot crowd out sign-ins. */
const MAX_EVENTS_PER_TYPE = 20;

const SECURITY_EVENTS_SQL = `
  SELECT id, event, address, created_at AS "createdAt"
    FROM (SELECT *, row_number() OVER (PARTITION BY event ORDER BY created_at DESC, id DESC) AS nth
            FROM security_events
           WHERE user_id = $1 AND created_at > now() - interval '${SECURITY_EVENT_RETENTION_DAYS} days') AS lately
   WHERE nth <= ${MAX_EVENTS_PER_TYPE} ORDER BY created_at DESC, id DESC LIMIT ${MAX_EVENTS}`;

interface SecurityEventColumns {
  id: number;
  event: SecurityEvent;
  address: string;
  createdAt: Date;
}

export const listSecurityEvents = async (sql: Sql, userId: number): Promise<Account["events"]> => {
  const rows = await selectRows<SecurityEventColumns>(sql, SECURITY_EVENTS_SQL, [userId]);
  return rows.map(({ id, event, address, createdAt }) => ({
    id,
    event,
    address,
    at: createdAt.toISOString(),
  }));
};
