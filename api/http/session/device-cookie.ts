import type { Request, Response } from "express";
import { digestToken, createToken } from "#infra/tokens.ts";
import type { Env } from "#infra/env.ts";
import { getSessionCookie } from "./session.ts";

const COOKIE_LIFETIME_MS = 365 * 24 * 60 * 60 * 1000;
const TOKEN_PATTERN = /^[\w-]{43}$/;

const getDeviceCookieName = (env: Env): string =>
  getSessionCookie(env).name.replace("sid", "device");

/** Returns the digest of the browser's device cookie, or null. */
export const readDeviceDigest = (env: Env, { headers }: Request): string | null => {
  const start = `${getDeviceCookieName(env)}=`;
  const cookies = (headers.cookie ?? "").split(/;\s*/);
  const token = cookies.find((cookie) => cookie.startsWith(start))?.slice(start.length) ?? "";
  return TOKEN_PATTERN.test(token) ? digestToken(token) : null;
};

const newDeviceDigests = new WeakMap<Request, string>();

/** Returns the digest of the device cookie, and sets one if there is none. */
export const ensureDeviceCookie = (env: Env, req: Request, res: Response): string => {
  const known = readDeviceDigest(env, req) ?? newDeviceDigests.get(req);
  if (known !== undefined) return known;
  const token = createToken();
  res.cookie(getDeviceCookieName(env), token, {
    ...getSessionCookie(env).attributes,
    maxAge: COOKIE_LIFETIME_MS,
  });
  newDeviceDigests.set(req, digestToken(token));
  return digestToken(token);
};
