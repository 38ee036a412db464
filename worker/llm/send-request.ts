import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";

/**
 * Connections are kept for who watches a turn and asks for the next one: a new one, with its handshakes,
 * would be part of what they wait for. No longer than most servers keep theirs, which is a minute.
 */
const KEPT = { keepAlive: true, timeout: 55_000 };
const AGENTS = { http: new http.Agent(KEPT), https: new https.Agent(KEPT) };

/** Sends what an SDK would give to `fetch`. Resolves with the beginning of the answer. */
export const sendRequest = async (
  url: string | URL,
  init: RequestInit,
  signal: AbortSignal,
): Promise<IncomingMessage> => {
  const isSecure = new URL(url).protocol === "https:";
  const request = (isSecure ? https : http).request(url, {
    agent: isSecure ? AGENTS.https : AGENTS.http,
    method: init.method,
    headers: Object.fromEntries(new Headers(init.headers)),
    signal,
  });
  // What goes wrong once the answer has begun is told to its reader.
  request.on("error", () => {});
  request.end(init.body);
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  return answer;
};
