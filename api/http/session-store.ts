import connectPgSimple from "connect-pg-simple";
import session, { type SessionData } from "express-session";
import type { Pool } from "pg";
import { IS_ALIVE } from "#infra/db/live-sessions.ts";
import { select, type Sql } from "#infra/db/sql.ts";
import type { Logger } from "#infra/logger.ts";
import type { UserRole } from "#shared/domain/viewer.ts";

declare module "express-session" {
  interface SessionData {
    userId: number;
    /** As it is now: read with the session, whatever was stored. */
    role: UserRole;
    /** Milliseconds; when it was last stored with a new expiry. */
    renewedAt: number;
    /** Milliseconds; when somebody signed in. */
    beganAt: number;
    /** Milliseconds; when they last proved who they are. */
    provedAt: number;
    /** The user's, then: over once they have another. */
    epoch: number;
    /** What they signed in with, and from which network. */
    device: string;
    address: string;
  }
}

/** Who a session belongs to, if they may have one. */
export const SESSION = `
  SELECT s.sess, u.role FROM sessions s JOIN users u ON u.id = (s.sess ->> 'userId')::int
   WHERE s.sid = $1 AND ${IS_ALIVE}`;

/** Sessions in PostgreSQL, read together with the user's role in one statement. */
export class SessionStore extends connectPgSimple(session) {
  readonly #reads: Sql;

  constructor(pool: Pool, reads: Sql, logger: Logger) {
    super({
      pool,
      tableName: "sessions",
      disableTouch: true,
      errorLog: (message: string, err: unknown) => logger.warn({ err }, message),
    });
    this.#reads = reads;
  }

  override get(sid: string, done: (err: unknown, stored?: SessionData | null) => void): void {
    select<{ sess: SessionData; role: UserRole }>(this.#reads, SESSION, [sid]).then(
      ([found]) => done(null, found ? { ...found.sess, role: found.role } : null),
      done,
    );
  }
}
