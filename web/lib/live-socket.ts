import { io, type Socket } from "socket.io-client";
import type { ClientEvents, ServerEvents } from "#shared/contract/events.ts";

export type LiveSocket = Socket<ServerEvents, ClientEvents>;

/** After a server restart all pages reconnect; random delays spread them. */
export const RECONNECTING = {
  reconnectionDelay: 300,
  reconnectionDelayMax: 1000,
  randomizationFactor: 0.5,
};
/** socket.io does not reconnect by itself after a disconnect by the server. */
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
 * The page's single socket, connected as this user (null: visitor). The server authenticates the
 * handshake, so a change of user reconnects. WebSocket comes first because it needs no sticky
 * sessions.
 */
export const liveSocket = (userId: number | null): LiveSocket => {
  if (socket && (connectedAs !== userId || !socket.active)) socket.disconnect().connect();
  socket ??= open();
  connectedAs = userId;
  return socket;
};
