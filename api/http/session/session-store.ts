import connectPgSimple from "connect-pg-simple";
import DataLoader from "dataloader";
import session, { type SessionData } from "express-session";
import type { Pool } from "pg";
import { IS_ACTIVE_SESSION_SQL } from "#infra/db/active-sessions.ts";
import { HAS_SECOND_FACTOR_SQL } from "#infra/db/second-factor.ts";
import { selectRows, type Sql } from "#infra/db/sql.ts";
import type { Env } from "#infra/env.ts";
import type { Logger } from "#infra/logger.ts";
import type { UserRole } from "#shared/domain/accounts/viewer.ts";

declare module "express-session" {
  interface SessionData {
    userId: number;
    /** Current role, read from the users table and not from the stored session. */
    role: UserRole;
    /** True for admins who must add a second factor first. Their role is `user` until then. */
    mustAddFactor: boolean;
    isKept: boolean;
    /** Time of the last renewal of the expiry, in milliseconds since 1970. */
    renewedAt: number;
    /** Time of the sign-in, in milliseconds since 1970. */
    beganAt: number;
    /** Time of the last identity check, in milliseconds since 1970. */
    provedAt: number;
    /**
     * The user's session epoch at sign-in. The session is invalid after the user's epoch changes.
     */
    epoch: number;
    device: string;
    address: string;
  }
}

/**
 * FROM and WHERE for the valid sessions that match `condition`, with aliases `s` (sessions) and `u`
 * (users).
 */
const buildAliveSessionsSql = (condition: string): string => `
  FROM sessions s JOIN users u ON u.id = (s.sess ->> 'userId')::int
 WHERE ${condition} AND ${IS_ACTIVE_SESSION_SQL}`;
const SID_IN_LIST = "s.sid = ANY($1::text[])";

/**
 * Returns the statements to read one session, several sessions, or only the roles of several. One
 * session has its own statement, so that its prepared plan can be reused.
 */
export const buildSessionStatements = (adminsNeedFactor: boolean) => {
  const mustAddFactor = adminsNeedFactor
    ? `(u.role <> 'user' AND NOT ${HAS_SECOND_FACTOR_SQL})`
    : "false";
  const role = `CASE WHEN ${mustAddFactor} THEN 'user' ELSE u.role END`;
  const read = (condition: string): string => `
    SELECT s.sid, s.sess, ${role} AS role, ${mustAddFactor} AS "mustAddFactor" ${buildAliveSessionsSql(condition)}`;
  return {
    one: read("s.sid = $1"),
    several: read(SID_IN_LIST),
    roles: `SELECT s.sid, ${role} AS role ${buildAliveSessionsSql(SID_IN_LIST)}`,
  };
};

/** Returns the current role by session id. Invalid sessions are left out. */
export const findSessionRoles = async (
  { sql, env }: { sql: Sql; env: Pick<Env, "adminsNeedSecondFactor"> },
  sids: readonly string[],
): Promise<Map<string, UserRole>> => {
  const { roles } = buildSessionStatements(env.adminsNeedSecondFactor);
  const found = await selectRows<Pick<StoredSessionColumns, "sid" | "role">>(sql, roles, [sids]);
  return new Map(found.map(({ sid, role }) => [sid, role]));
};

/** Inserts no row, because a request must not recreate a session that has ended meanwhile. */
const UPDATE_SESSION_SQL = `UPDATE sessions SET sess = $1, expire = to_timestamp($2) WHERE sid = $3`;

interface StoredSessionColumns {
  sid: string;
  sess: SessionData;
  role: UserRole;
  mustAddFactor: boolean;
}

const findSessions = async (
  sql: Sql,
  { one, several }: ReturnType<typeof buildSessionStatements>,
  sids: readonly string[],
) => {
  const [statement, parameter] = sids.length === 1 ? [one, sids[0]] : [several, sids];
  const found = await selectRows<StoredSessionColumns>(sql, statement, [parameter]);
  const bySid = new Map(found.map((session) => [session.sid, session]));
  return sids.map((sid) => bySid.get(sid) ?? null);
};

/** Sessions in PostgreSQL, read together with the user's role in one statement. */
export class SessionStore extends connectPgSimple(session) {
  /** Batches the reads of one tick of the event loop, for example when many clients reconnect. */
  readonly #stored: DataLoader<string, StoredSessionColumns | null>;
  readonly #sql: Sql;

  constructor(pool: Pool, sql: Sql, logger: Logger, adminsNeedFactor: boolean) {
    super({
      pool,
      tableName: "sessions",
      disableTouch: true,
      errorLog: (message: string, err: unknown) => logger.warn({ err }, message),
    });
    const statements = buildSessionStatements(adminsNeedFactor);
    this.#stored = new DataLoader((sids) => findSessions(sql, statements, sids), {
      cache: false,
      batchScheduleFn: setImmediate,
    });
    this.#sql = sql;
  }

  override get(sid: string, done: (err: unknown, stored?: SessionData | null) => void): void {
    this.#stored.load(sid).then((found) => {
      if (!found) return done(null, null);
      const { sess, role, mustAddFactor } = found;
      return done(null, { ...sess, role, mustAddFactor, isKept: true });
    }, done);
  }

  override set(sid: string, sess: SessionData, done?: (err?: unknown) => void): void {
    if (!sess.isKept) return super.set(sid, sess, done);
    const expiry = Number(sess.cookie.expires) / 1000;
    this.#sql.query(UPDATE_SESSION_SQL, [sess, expiry, sid]).then(
      () => done?.(),
      (err: unknown) => done?.(err),
    );
  }
}
