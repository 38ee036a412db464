import type { Request, RequestHandler, Response } from "express";
import session, { type SessionData } from "express-session";
import type { Pool } from "pg";
import { HAS_SECOND_FACTOR } from "#infra/db/second-factor.ts";
import { change, select, type Sql } from "#infra/db/sql.ts";
import type { Env } from "#infra/env.ts";
import type { Logger } from "#infra/logger.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { isIdentityFresh } from "#shared/domain/account.ts";
import { deviceName } from "#shared/domain/device.ts";
import type { SignedIn, Viewer } from "#shared/domain/viewer.ts";
import type { Context } from "../context.ts";
import { senderAt } from "./address.ts";
import { SessionStore } from "./session-store.ts";

const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;
/** The lifetime rolls, but the row is written at most this often. */
const RENEW_AFTER_MS = 60 * 60 * 1000;

export const cookieOf = ({ isHttps: secure }: Pick<Env, "isHttps">) => {
  return {
    name: secure ? "__Host-sid" : "sid",
    attributes: { path: "/", httpOnly: true, sameSite: "lax", secure } as const,
  };
};

export interface Sessions {
  /** Loads the session that the cookie names; writes nothing for visitors. */
  middleware: RequestHandler;
  close(): void;
}

/** Server-side sessions of 30 days, rolling, 90 at most (12 hours for admins), behind a signed cookie. */
export const createSessions = (
  { pool, reads, env, logger }: { pool: Pool; reads: Sql; env: Env; logger: Logger },
  /** Cookies are signed with the first and accepted with any. */
  secrets: string[],
): Sessions => {
  const store = new SessionStore(pool, reads, logger, env.adminsNeedSecondFactor);
  const { name, attributes } = cookieOf(env);
  const load = session({
    store,
    secret: secrets,
    name,
    resave: false,
    saveUninitialized: false,
    // Whoever sets an https origin stands behind a proxy that ends TLS.
    proxy: attributes.secure || undefined,
    cookie: { ...attributes, maxAge: LIFETIME_MS },
  });
  const renew: RequestHandler = (req, _res, next) => {
    const { userId, renewedAt = 0 } = req.session;
    if (userId !== undefined && Date.now() - renewedAt > RENEW_AFTER_MS)
      req.session.renewedAt = Date.now();
    next();
  };
  return {
    middleware(req, res, next) {
      // Who only reads, and has no session, needs none made.
      if (req.method === "GET" && !req.headers.cookie?.includes(`${name}=`)) return next();
      load(req, res, (err) => (err ? next(err) : renew(req, res, next)));
    },
    close: () => store.close(),
  };
};

/** Who asks. */
export const viewerOf = ({ session }: { session?: Partial<SessionData> }): Viewer => {
  const { userId, role } = session ?? {};
  return userId === undefined || role === undefined ? null : { id: userId, role };
};

/** Where an admin goes without a second factor: to add one. */
const isOpenWithoutFactor = (path: string): boolean => /^\/(account|user)(\/|$)/.test(path);

/** Throws second_factor_required for who has to add one first, and does something else. */
export const requireSecondFactor = (
  { mustAddFactor }: Partial<SessionData>,
  { as, path }: { as: string; path: string },
): void => {
  if (!mustAddFactor || as === "anyone" || isOpenWithoutFactor(path)) return;
  const message = "Add a passkey or an authenticator app to your account first.";
  throw new DomainError("second_factor_required", message);
};

const FACTOR = `SELECT FROM users u WHERE u.id = $1 AND ${HAS_SECOND_FACTOR}`;

/** Throws confirm_identity unless the session's user has proved their identity recently enough. */
export const requireIdentity = async (
  reads: Sql,
  { userId, provedAt, beganAt = 0 }: Partial<SessionData>,
  asks: true | "with_second_factor",
): Promise<void> => {
  if (isIdentityFresh(provedAt ?? beganAt, Date.now())) return;
  if (asks !== true && (await select(reads, FACTOR, [userId])).length === 0) return;
  throw new DomainError("confirm_identity", "Please confirm first that it is you.");
};

/** Sessions of one user; the one that begins next makes the oldest end (D53). */
const MOST_SESSIONS = 50;
const END_OLDEST = `
  DELETE FROM sessions WHERE sid IN
    (SELECT sid FROM sessions WHERE sess ->> 'userId' = $1 ORDER BY expire DESC OFFSET $2)
  RETURNING sid`;

/** Who signs in, as they were when that was found right. */
export interface SigningIn extends SignedIn {
  sessionEpoch: number;
}

/** Signs a user in under a new session id: an id known from before is worth nothing. */
export const beginSession = async (
  { reads, disconnectSession }: Pick<Context, "reads" | "disconnectSession">,
  req: Request,
  user: SigningIn,
): Promise<void> => {
  const ended = await change<{ sid: string }>(reads, END_OLDEST, [
    String(user.id),
    MOST_SESSIONS - 1,
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
    device: deviceName(req.get("user-agent") ?? ""),
    address: senderAt(req.ip),
  });
};

/** Signs out: the session is gone, not only its cookie. */
export const endSession = async (env: Env, req: Request, res: Response): Promise<void> => {
  await new Promise<void>((resolve, reject) =>
    req.session.destroy((err: unknown) => (err ? reject(err) : resolve())),
  );
  const { name, attributes } = cookieOf(env);
  res.clearCookie(name, attributes);
};
