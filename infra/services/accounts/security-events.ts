import { AGGREGATED_EVENTS, type SecurityEvent } from "#shared/domain/accounts/security-event.ts";
import type { Sql } from "#infra/db/sql.ts";
import type { Logger } from "#infra/logger.ts";
import { digestSessionId } from "#infra/tokens.ts";

export interface SecurityEventInput {
  event: SecurityEvent;
  /**
   * The account that the event is about; null if there is none, such as for an unknown email
   * address.
   */
  userId: number | null;
  sessionId?: string;
  /** Network address of the client: its IPv4 address, or the network of its IPv6 address. */
  address: string;
  /**
   * Whether an admin caused the event. It is then only logged, because the owner must not see the
   * admin's network.
   */
  isByAdmin?: boolean;
}

const INSERT_SECURITY_EVENT_SQL = `
  INSERT INTO security_events (user_id, event, session, address)
  SELECT $1, $2::text, $3, $4::text
   WHERE NOT ($5 AND EXISTS (
     SELECT FROM security_events WHERE user_id = $1 AND event = $2 AND address = $4
                                   AND created_at > now() - interval '1 hour'))`;

/**
 * Logs a security event and stores it for the account's owner. The write is not awaited, so that
 * the response time does not reveal whether an account exists.
 */
export const recordSecurityEvent = (
  { sql, logger }: { sql: Sql; logger: Logger },
  { event, userId, sessionId, address, isByAdmin = false }: SecurityEventInput,
): void => {
  const session = sessionId === undefined ? null : digestSessionId(sessionId);
  logger.info({ security: event, userId, session, address }, "security_event.recorded");
  if (userId === null || isByAdmin || event === "account_deleted") return;
  sql
    .query(INSERT_SECURITY_EVENT_SQL, [
      userId,
      event,
      session,
      address,
      AGGREGATED_EVENTS.has(event),
    ])
    .catch((err: unknown) => logger.warn({ err }, "security_event.write_failed"));
};

export const recordSessionsEndedByAdmin = (
  context: { sql: Sql; logger: Logger },
  userId: number,
  client: Pick<SecurityEventInput, "sessionId" | "address">,
): void =>
  recordSecurityEvent(context, { event: "session_ended", userId, isByAdmin: true, ...client });
