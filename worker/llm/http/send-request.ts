import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";

/**
 * Keeps connections open, because a handshake would delay the next turn. 55 s is less than most
 * servers' idle timeout. A shorter `Keep-Alive` timeout of the server takes precedence.
 */
const KEEP_ALIVE_OPTIONS = { keepAlive: true, timeout: 55_000 };
const AGENTS = {
  http: new http.Agent(KEEP_ALIVE_OPTIONS),
  https: new https.Agent(KEEP_ALIVE_OPTIONS),
};

const CONNECT_TIMEOUT_MS = 10_000;

/** Sends an SDK's `fetch` request. Resolves when the response headers have arrived. */
export const sendRequest = async (
  url: string | URL,
  init: RequestInit,
  signal: AbortSignal,
): Promise<IncomingMessage> => {
  const isSecure = new URL(url).protocol === "https:";
  const request = (isSecure ? https : http).request(url, {
    agent: isSecure ? AGENTS.https : AGENTS.http,
    method: init.method,
    // The response body is not decompressed here.
    headers: { "accept-encoding": "identity", ...Object.fromEntries(new Headers(init.headers)) },
    signal,
  });
  // Before the response, errors reject the `once` below; afterwards they destroy the response.
  request.on("error", () => {});
  request.once("response", (answer) => request.on("error", (err) => answer.destroy(err)));
  request.once("socket", (socket) => {
    if (!socket.connecting) return;
    const giveUp = () => request.destroy(new Error("the connection timed out"));
    const late = setTimeout(giveUp, CONNECT_TIMEOUT_MS).unref();
    const isDecided = () => clearTimeout(late);
    socket.once(isSecure ? "secureConnect" : "connect", isDecided);
    request.once("error", isDecided);
  });
  request.end(init.body);
  // A server that switches protocols emits neither a response nor an error: the signal ends the
  // wait.
  const [answer] = (await once(request, "response", { signal })) as [IncomingMessage];
  return answer;
};
