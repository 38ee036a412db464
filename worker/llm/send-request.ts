import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";

/**
 * Connections are kept for who watches a turn and asks for the next one: a new one, with its handshakes,
 * would be part of what they wait for. No longer than most servers keep theirs; one that tells for how
 * long it does is believed.
 */
const KEPT = { keepAlive: true, timeout: 55_000 };
const AGENTS = { http: new http.Agent(KEPT), https: new https.Agent(KEPT) };

/** Whoever takes longer to be reached is not there. */
const CONNECT_MS = 10_000;

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
    // Nothing here unpacks anything.
    headers: { "accept-encoding": "identity", ...Object.fromEntries(new Headers(init.headers)) },
    signal,
  });
  // It is told to whoever waits for the answer; once that has begun, to whoever reads it.
  request.on("error", () => {});
  request.once("response", (answer) => request.on("error", (err) => answer.destroy(err)));
  request.once("socket", (socket) => {
    if (!socket.connecting) return;
    const giveUp = () => request.destroy(new Error("the connection timed out"));
    const late = setTimeout(giveUp, CONNECT_MS).unref();
    const isDecided = () => clearTimeout(late);
    socket.once(isSecure ? "secureConnect" : "connect", isDecided);
    request.once("error", isDecided);
  });
  request.end(init.body);
  // With the signal: one who wants to speak another protocol gives neither an answer nor an error.
  const [answer] = (await once(request, "response", { signal })) as [IncomingMessage];
  return answer;
};
