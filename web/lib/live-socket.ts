import { io, type Socket } from "socket.io-client";
import type { ClientEvents, ServerEvents } from "#shared/contract/events.ts";

export type LiveSocket = Socket<ServerEvents, ClientEvents>;

let socket: LiveSocket | undefined;

/** The page's one connection for pushes. WebSocket first: it needs no sticky sessions. */
export const liveSocket = (): LiveSocket => {
  socket ??= io({ transports: ["websocket", "polling"], tryAllTransports: true });
  return socket;
};
