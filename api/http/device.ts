import type { Request, Response } from "express";
import { digestOf, newToken } from "#infra/mail-token.ts";
import type { Env } from "#infra/env.ts";
import { cookieOf } from "./session.ts";

const LIFETIME_MS = 365 * 24 * 60 * 60 * 1000;
const TOKEN = /^[\w-]{43}$/;

const nameFor = (env: Env): string => cookieOf(env).name.replace("sid", "device");

/** What this browser is known by, if it has signed in to anything before. */
export const deviceOf = (env: Env, { headers }: Request): string | null => {
  const start = `${nameFor(env)}=`;
  const cookies = (headers.cookie ?? "").split(/;\s*/);
  const token = cookies.find((cookie) => cookie.startsWith(start))?.slice(start.length) ?? "";
  return TOKEN.test(token) ? digestOf(token) : null;
};

/** Digests of the cookies that answers set, so that one answer sets one. */
const newDevices = new WeakMap<Request, string>();

/** The same, for a browser that is to be known from now on. */
export const knowDevice = (env: Env, req: Request, res: Response): string => {
  const known = deviceOf(env, req) ?? newDevices.get(req);
  if (known !== undefined) return known;
  const token = newToken();
  res.cookie(nameFor(env), token, { ...cookieOf(env).attributes, maxAge: LIFETIME_MS });
  newDevices.set(req, digestOf(token));
  return digestOf(token);
};
