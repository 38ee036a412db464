import { createHmac, randomBytes } from "node:crypto";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import type { Pool } from "pg";
import type { Env } from "#infra/env.ts";
import { SAMPLE_OWNER_EMAIL } from "./sample-debates.ts";

/** Port of the running API, and the settings that its session cookies depend on. */
export interface SampleApi extends Pick<Env, "publicOrigin" | "isHttps"> {
  port: number;
  sessionSecret: string;
}

/** Sends a request as the owner of the samples. Throws for an answer other than 2xx. */
export type OwnerRequest = (method: string, path: string, body?: object) => Promise<unknown>;

const BEGIN_SESSION_SQL = `
  INSERT INTO sessions (sid, expire, sess)
  SELECT $1, now() + interval '1 minute', json_build_object(
           'cookie', json_build_object(), 'userId', id, 'epoch', session_epoch,
           'beganAt', $2::float, 'renewedAt', $2::float)
    FROM users WHERE email = $3`;

/** Signs a session id as `express-session` does. */
const signCookie = (sid: string, secret: string): string =>
  `s:${sid}.${createHmac("sha256", secret).update(sid).digest("base64").replace(/=+$/, "")}`;

const createRequest = (
  { port, publicOrigin = `http://localhost:${port}`, isHttps, sessionSecret }: SampleApi,
  sid: string,
): OwnerRequest => {
  const cookie = `${isHttps ? "__Host-sid" : "sid"}=${encodeURIComponent(signCookie(sid, sessionSecret))}`;
  const { host } = new URL(publicOrigin);
  const headers = { host, cookie, origin: publicOrigin, "content-type": "application/json" };
  return async (method, path, body) => {
    // `fetch` cannot set the Host header, and loading it would cost the launcher megabytes of
    // memory.
    const sent = request({ host: "127.0.0.1", port, method, path, headers, agent: false });
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      sent.on("response", resolve).on("error", reject);
    });
    sent.end(body && JSON.stringify(body));
    const answer = await answered;
    const json = await text(answer);
    const { statusCode = 0 } = answer;
    if (statusCode < 200 || statusCode >= 300)
      throw new Error(`${method} ${path}: ${statusCode} ${json}`);
    return json && JSON.parse(json);
  };
};

/**
 * Calls the API as the owner of the samples, whose account has no password. The session exists only
 * during the call.
 */
export const withSampleOwner = async <Result>(
  pool: Pool,
  api: SampleApi,
  run: (send: OwnerRequest) => Promise<Result>,
): Promise<Result> => {
  const sid = randomBytes(24).toString("base64url");
  await pool.query(BEGIN_SESSION_SQL, [sid, Date.now(), SAMPLE_OWNER_EMAIL]);
  try {
    return await run(createRequest(api, sid));
  } finally {
    await pool.query("DELETE FROM sessions WHERE sid = $1", [sid]);
  }
};
