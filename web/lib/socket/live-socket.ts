import { io, type Socket } from "socket.io-client";
import type { ClientEvents, ServerEvents } from "#shared/contract/events.ts";
import { SOCKET_AUTH } from "#shared/contract/socket-auth.ts";
import { enablePollingFallback, WEBSOCKET_FIRST } from "./polling-fallback.ts";

export type LiveSocket = Socket<ServerEvents, ClientEvents>;

/** After a server restart all pages reconnect; random delays distribute their requests. */
export const RECONNECT_OPTIONS = {
  reconnectionDelay: 300,
  reconnectionDelayMax: 1000,
  randomizationFactor: 0.5,
};
/** After a disconnect by the server, socket.io does not reconnect by itself. */
const RECONNECT_AFTER_SERVER_DISCONNECT_MS = 1000;

const createSocket = (): LiveSocket => {
  const opened: LiveSocket = io({
    ...WEBSOCKET_FIRST,
    auth: SOCKET_AUTH,
    ...RECONNECT_OPTIONS,
  });
  enablePollingFallback(opened);
  return opened.on("disconnect", (reason) => {
    if (reason === "io server disconnect")
      setTimeout(() => opened.connect(), RECONNECT_AFTER_SERVER_DISCONNECT_MS);
  });
};

let currentSocket: LiveSocket | undefined;
let connectedUserId: number | null = null;

/**
 * The page's only socket, connected as this user (null for a visitor). The server identifies the
 * user in the handshake, so another user needs a new connection. WebSocket is tried first, because
 * it needs no sticky sessions.
 */
export const getLiveSocket = (userId: number | null): LiveSocket => {
  if (currentSocket && (connectedUserId !== userId || !currentSocket.active))
    currentSocket.disconnect().connect();
  currentSocket ??= createSocket();
  connectedUserId = userId;
  return currentSocket;
};
