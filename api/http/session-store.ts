import connectPgSimple from "connect-pg-simple";
import DataLoader from "dataloader";
import session, { type SessionData } from "express-session";
import type { Pool } from "pg";
import { IS_ALIVE } from "#infra/db/live-sessions.ts";
import { HAS_SECOND_FACTOR } from "#infra/db/second-factor.ts";
import { select, type Sql } from "#infra/db/sql.ts";
import type { Env } from "#infra/env.ts";
import type { Logger } from "#infra/logger.ts";
import type { UserRole } from "#shared/domain/viewer.ts";

declare module "express-session" {
  interface SessionData {
    userId: number;
    /** As it is now: read with the session, whatever was stored. */
    role: UserRole;
    /** An admin's who has to add a second factor first: until then they are nobody's admin. */
    mustAddFactor: boolean;
    /** There is a row of it. */
    isKept: boolean;
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

/** Of these sessions those that are not over, with `s` for their rows and `u` for whose they are. */
const alive = (which: string): string => `
  FROM sessions s JOIN users u ON u.id = (s.sess ->> 'userId')::int
 WHERE ${which} AND ${IS_ALIVE}`;
const SEVERAL = "s.sid = ANY($1::text[])";

/**
 * How to read sessions, and who they belong to, if they may have one: one by its id, or several; or the
 * roles that several give. A plan is kept for one, since neither how many they are nor what admins need
 * is a parameter.
 */
export const sessionStatements = (adminsNeedFactor: boolean) => {
  const mustAddFactor = adminsNeedFactor
    ? `(u.role <> 'user' AND NOT ${HAS_SECOND_FACTOR})`
    : "false";
  const role = `CASE WHEN ${mustAddFactor} THEN 'user' ELSE u.role END`;
  const read = (which: string): string => `
    SELECT s.sid, s.sess, ${role} AS role, ${mustAddFactor} AS "mustAddFactor" ${alive(which)}`;
  return {
    one: read("s.sid = $1"),
    several: read(SEVERAL),
    roles: `SELECT s.sid, ${role} AS role ${alive(SEVERAL)}`,
  };
};

/** The role that each of these sessions gives as of now; one that is over gives none. */
export const findRoles = async (
  { reads, env }: { reads: Sql; env: Pick<Env, "adminsNeedSecondFactor"> },
  sids: readonly string[],
): Promise<Map<string, UserRole>> => {
  const { roles } = sessionStatements(env.adminsNeedSecondFactor);
  const found = await select<Pick<SessionColumns, "sid" | "role">>(reads, roles, [sids]);
  return new Map(found.map(({ sid, role }) => [sid, role]));
};

/** None is made: one that has ended stays so, whoever had it loaded before. */
const WRITE_OVER = `UPDATE sessions SET sess = $1, expire = to_timestamp($2) WHERE sid = $3`;

interface SessionColumns {
  sid: string;
  sess: SessionData;
  role: UserRole;
  mustAddFactor: boolean;
}

/** In the order of their ids, as they were asked for. */
const findSessions = async (
  reads: Sql,
  { one, several }: ReturnType<typeof sessionStatements>,
  sids: readonly string[],
) => {
  const [statement, which] = sids.length === 1 ? [one, sids[0]] : [several, sids];
  const found = await select<SessionColumns>(reads, statement, [which]);
  const bySid = new Map(found.map((each) => [each.sid, each]));
  return sids.map((sid) => bySid.get(sid) ?? null);
};

/** Sessions in PostgreSQL, read together with the user's role in one statement. */
export class SessionStore extends connectPgSimple(session) {
  /** Those asked for in one round of the event loop in one statement: a crowd comes back at once. */
  readonly #stored: DataLoader<string, SessionColumns | null>;
  readonly #sql: Sql;

  constructor(pool: Pool, reads: Sql, logger: Logger, adminsNeedFactor: boolean) {
    super({
      pool,
      tableName: "sessions",
      disableTouch: true,
      errorLog: (message: string, err: unknown) => logger.warn({ err }, message),
    });
    const statements = sessionStatements(adminsNeedFactor);
    this.#stored = new DataLoader((sids) => findSessions(reads, statements, sids), {
      cache: false,
      batchScheduleFn: setImmediate,
    });
    this.#sql = reads;
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
    this.#sql.query(WRITE_OVER, [sess, expiry, sid]).then(
      () => done?.(),
      (err: unknown) => done?.(err),
    );
  }
}
