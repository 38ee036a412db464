import { io, type Socket } from "socket.io-client";
import type { ClientEvents, ServerEvents } from "#shared/contract/events.ts";

export type LiveSocket = Socket<ServerEvents, ClientEvents>;

let socket: LiveSocket | undefined;
let connectedAs: number | null = null;

/**
 * The page's one connection for pushes, opened as this user; null is a visitor. The server knows
 * whose it is from its handshake, so another user gets another connection. WebSocket first: it
 * needs no sticky sessions.
 */
export const liveSocket = (userId: number | null): LiveSocket => {
  // One that the server has cut does not come back by itself.
  if (socket && (connectedAs !== userId || !socket.active)) socket.disconnect().connect();
  socket ??= io({ transports: ["websocket", "polling"], tryAllTransports: true });
  connectedAs = userId;
  return socket;
};
