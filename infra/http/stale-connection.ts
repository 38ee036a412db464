import { subscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import type { DiagnosticsChannel } from "undici";

/** Longer than a round trip. A server that closes later may have begun to process the request. */
const MAX_CLOSE_DELAY_MS = 2000;

const CLOSED_CODES = new Set(["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"]);

/** Sockets that have carried a request. */
const usedSockets = new WeakSet<Socket>();

interface SentRequest {
  socket: Socket;
  /** What the socket had received when the request was sent. */
  bytesRead: number;
  sentAt: number;
}
const requestsOnUsedSockets = new WeakMap<object, SentRequest>();

const staleConnectionErrors = new WeakSet<Error>();

subscribe("undici:client:sendHeaders", (message) => {
  const { request, socket } = message as DiagnosticsChannel.ClientSendHeadersMessage;
  if (usedSockets.has(socket)) {
    const { bytesRead } = socket;
    requestsOnUsedSockets.set(request, { socket, bytesRead, sentAt: performance.now() });
  }
  usedSockets.add(socket);
});

subscribe("undici:request:error", (message) => {
  const { request, error } = message as DiagnosticsChannel.RequestErrorMessage;
  const sent = requestsOnUsedSockets.get(request);
  if (sent === undefined || !("code" in error) || !CLOSED_CODES.has(String(error.code))) return;
  const isUnanswered = sent.socket.bytesRead === sent.bytesRead;
  if (isUnanswered && performance.now() - sent.sentAt < MAX_CLOSE_DELAY_MS)
    staleConnectionErrors.add(error);
});

/**
 * Whether the request failed because the server closed a kept-alive connection as the request
 * arrived. The server has not processed it. undici does not repeat a POST by itself.
 */
export const isStaleConnectionError = (err: unknown): boolean =>
  staleConnectionErrors.has(err as Error);
