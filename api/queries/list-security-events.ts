import { select, type Sql } from "#infra/db/sql.ts";
import type { Account } from "#shared/contract/account.ts";
import { SECURITY_EVENT_DAYS, type SecurityEvent } from "#shared/domain/security-event.ts";

const MOST = 100;
/** Maximum per event type, so that failed logins cannot crowd out sign-ins. */
const MOST_OF_A_KIND = 20;

const EVENTS = `
  SELECT id, event, address, created_at AS "createdAt"
    FROM (SELECT *, row_number() OVER (PARTITION BY event ORDER BY created_at DESC, id DESC) AS nth
            FROM security_events
           WHERE user_id = $1 AND created_at > now() - interval '${SECURITY_EVENT_DAYS} days') AS lately
   WHERE nth <= ${MOST_OF_A_KIND} ORDER BY created_at DESC, id DESC LIMIT ${MOST}`;

interface EventColumns {
  id: number;
  event: SecurityEvent;
  address: string;
  createdAt: Date;
}

export const listSecurityEvents = async (sql: Sql, userId: number): Promise<Account["events"]> => {
  const rows = await select<EventColumns>(sql, EVENTS, [userId]);
  return rows.map(({ id, event, address, createdAt }) => ({
    id,
    event,
    address,
    at: createdAt.toISOString(),
  }));
};
