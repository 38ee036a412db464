import { io, type Socket } from "socket.io-client";
import type { ClientEvents, ServerEvents } from "#shared/contract/events.ts";

export type LiveSocket = Socket<ServerEvents, ClientEvents>;

/** When a server ends, all its pages come back at once: soon, but not in the same moment. */
export const RECONNECTING = {
  reconnectionDelay: 300,
  reconnectionDelayMax: 1000,
  randomizationFactor: 0.5,
};
/** One that the server has cut does not come back by itself. */
const AFTER_CUT_MS = 1000;

const open = (): LiveSocket => {
  const opened: LiveSocket = io({
    transports: ["websocket", "polling"],
    tryAllTransports: true,
    ...RECONNECTING,
  });
  return opened.on("disconnect", (reason) => {
    if (reason === "io server disconnect") setTimeout(() => opened.connect(), AFTER_CUT_MS);
  });
};

let socket: LiveSocket | undefined;
let connectedAs: number | null = null;

/**
 * The page's one connection for pushes, opened as this user; null is a visitor. The server knows
 * whose it is from its handshake, so another user gets another connection. WebSocket first: it
 * needs no sticky sessions.
 */
export const liveSocket = (userId: number | null): LiveSocket => {
  if (socket && (connectedAs !== userId || !socket.active)) socket.disconnect().connect();
  socket ??= open();
  connectedAs = userId;
  return socket;
};
