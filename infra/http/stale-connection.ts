import { subscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import type { DiagnosticsChannel } from "undici";

/**
 * A connection counts as stale if the server closes it within this time after a request was sent.
 * If it closes later, the server may already have begun to process the request.
 */
const MAX_CLOSE_DELAY_MS = 2000;

const CLOSED_CODES = new Set(["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"]);

/** Sockets on which a request was already sent. */
const usedSockets = new WeakSet<Socket>();

interface SentRequest {
  socket: Socket;
  /** Bytes that the socket had received before this request. */
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
 * Whether the request failed because the server closed a kept-alive connection when the request was
 * sent. The server has then not processed the request, so it can be repeated. undici itself does
 * not repeat a POST.
 */
export const isStaleConnectionError = (err: unknown): boolean =>
  staleConnectionErrors.has(err as Error);
