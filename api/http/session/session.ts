import type { Request, RequestHandler, Response } from "express";
import session, { type SessionData } from "express-session";
import type { Pool } from "pg";
import { HAS_SECOND_FACTOR_SQL } from "#infra/db/second-factor.ts";
import { mutateRows, selectRows, type Sql } from "#infra/db/sql.ts";
import type { Env } from "#infra/env.ts";
import type { Logger } from "#infra/logger.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { isIdentityFresh } from "#shared/domain/accounts/account.ts";
import { describeDevice } from "#shared/domain/accounts/device.ts";
import type { SignedInViewer, Viewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "#api/context.ts";
import { normalizeClientAddress } from "../rate-limiting/client-address.ts";
import { SessionStore } from "./session-store.ts";

const SESSION_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;
/** The expiry is renewed at most once in this time, to limit writes. */
const RENEW_AFTER_MS = 60 * 60 * 1000;

export const getSessionCookie = ({ isHttps: secure }: Pick<Env, "isHttps">) => {
  return {
    name: secure ? "__Host-sid" : "sid",
    attributes: { path: "/", httpOnly: true, sameSite: "lax", secure } as const,
  };
};

export interface Sessions {
  /** Loads the session of the cookie. Writes nothing for visitors. */
  middleware: RequestHandler;
  close(): void;
}

/**
 * Creates server-side sessions with signed cookies. A session ends after 30 days without use, and
 * at the latest 90 days after the sign-in. An admin's session ends 12 hours after the sign-in.
 */
export const createSessions = (
  { pool, sql, env, logger }: { pool: Pool; sql: Sql; env: Env; logger: Logger },
  /** New cookies are signed with the first secret. Cookies signed with any of them are accepted. */
  secrets: string[],
): Sessions => {
  const store = new SessionStore(pool, sql, logger, env.adminsNeedSecondFactor);
  const { name, attributes } = getSessionCookie(env);
  const load = session({
    store,
    secret: secrets,
    name,
    resave: false,
    saveUninitialized: false,
    // An https origin means that a proxy terminates TLS.
    proxy: attributes.secure || undefined,
    cookie: { ...attributes, maxAge: SESSION_LIFETIME_MS },
  });
  const renew: RequestHandler = (req, _res, next) => {
    const { userId, renewedAt = 0 } = req.session;
    if (userId !== undefined && Date.now() - renewedAt > RENEW_AFTER_MS)
      req.session.renewedAt = Date.now();
    next();
  };
  return {
    middleware(req, res, next) {
      // A GET without a session cookie needs no session.
      if (req.method === "GET" && !req.headers.cookie?.includes(`${name}=`)) return next();
      load(req, res, (err) => (err ? next(err) : renew(req, res, next)));
    },
    close: () => store.close(),
  };
};

export const getViewer = ({ session }: { session?: Partial<SessionData> }): Viewer => {
  const { userId, role } = session ?? {};
  return userId === undefined || role === undefined ? null : { id: userId, role };
};

/** Paths that an admin without a second factor may use to add one. */
const isAllowedWithoutSecondFactor = (path: string): boolean =>
  /^\/(account|user)(\/|$)/.test(path);

/** Throws `second_factor_required` for an admin who must add a second factor first. */
export const requireSecondFactor = (
  { mustAddFactor }: Partial<SessionData>,
  { as, path }: { as: string; path: string },
): void => {
  if (!mustAddFactor || as === "anyone" || isAllowedWithoutSecondFactor(path)) return;
  const message = "Add a passkey or an authenticator app to your account first.";
  throw new DomainError("second_factor_required", message);
};

const FIND_SECOND_FACTOR_SQL = `SELECT FROM users u WHERE u.id = $1 AND ${HAS_SECOND_FACTOR_SQL}`;

/** Throws `confirm_identity` unless the user's last identity check is recent enough. */
export const requireRecentIdentity = async (
  sql: Sql,
  { userId, provedAt, beganAt = 0 }: Partial<SessionData>,
  requirement: true | "with_second_factor",
): Promise<void> => {
  if (isIdentityFresh(provedAt ?? beganAt, Date.now())) return;
  if (
    requirement !== true &&
    (await selectRows(sql, FIND_SECOND_FACTOR_SQL, [userId])).length === 0
  )
    return;
  throw new DomainError("confirm_identity", "Please confirm it's you first.");
};

/**
 * Maximum number of sessions per user. A new one ends the oldest
 * (docs/decisions/0008-session-lifetimes.md).
 */
const MAX_SESSIONS = 50;
const DELETE_OLDEST_SESSIONS_SQL = `
  DELETE FROM sessions WHERE sid IN
    (SELECT sid FROM sessions WHERE sess ->> 'userId' = $1 ORDER BY expire DESC OFFSET $2)
  RETURNING sid`;

/** The user with the session epoch as read when their credentials were verified. */
export interface SignInUser extends SignedInViewer {
  sessionEpoch: number;
}

/** Signs a user in. Creates a new session id, against session fixation. */
export const beginSession = async (
  { sql, disconnectSession }: Pick<Context, "sql" | "disconnectSession">,
  req: Request,
  user: SignInUser,
): Promise<void> => {
  const ended = await mutateRows<{ sid: string }>(sql, DELETE_OLDEST_SESSIONS_SQL, [
    String(user.id),
    MAX_SESSIONS - 1,
  ]);
  for (const { sid } of ended) disconnectSession(sid);
  await new Promise<void>((resolve, reject) =>
    req.session.regenerate((err: unknown) => (err ? reject(err) : resolve())),
  );
  const now = Date.now();
  Object.assign(req.session, {
    userId: user.id,
    role: user.role,
    renewedAt: now,
    beganAt: now,
    provedAt: now,
    epoch: user.sessionEpoch,
    device: describeDevice(req.get("user-agent") ?? ""),
    address: normalizeClientAddress(req.ip),
  });
};

export const endSession = async (env: Env, req: Request, res: Response): Promise<void> => {
  await new Promise<void>((resolve, reject) =>
    req.session.destroy((err: unknown) => (err ? reject(err) : resolve())),
  );
  const { name, attributes } = getSessionCookie(env);
  res.clearCookie(name, attributes);
};
