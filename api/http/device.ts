import type { Request, Response } from "express";
import { digestOf, newToken } from "#infra/mail-token.ts";
import type { Env } from "#infra/env.ts";
import { cookieOf } from "./session.ts";

const LIFETIME_MS = 365 * 24 * 60 * 60 * 1000;
const TOKEN = /^[\w-]{43}$/;

const nameFor = (env: Env): string => cookieOf(env).name.replace("sid", "device");

/** Returns the digest of the browser's device cookie, or null. */
export const deviceOf = (env: Env, { headers }: Request): string | null => {
  const start = `${nameFor(env)}=`;
  const cookies = (headers.cookie ?? "").split(/;\s*/);
  const token = cookies.find((cookie) => cookie.startsWith(start))?.slice(start.length) ?? "";
  return TOKEN.test(token) ? digestOf(token) : null;
};

const newDevices = new WeakMap<Request, string>();

/** Returns the digest of the device cookie, and sets one if there is none. */
export const knowDevice = (env: Env, req: Request, res: Response): string => {
  const known = deviceOf(env, req) ?? newDevices.get(req);
  if (known !== undefined) return known;
  const token = newToken();
  res.cookie(nameFor(env), token, { ...cookieOf(env).attributes, maxAge: LIFETIME_MS });
  newDevices.set(req, digestOf(token));
  return digestOf(token);
};
