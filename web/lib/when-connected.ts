import type { LiveSocket } from "./live-socket.ts";

/**
 * Begins with each connection, and now where there is one: it may have come before anybody was there
 * to hear of it. Returns how to stop.
 */
export const whenConnected = (socket: LiveSocket | undefined, begin: () => void): (() => void) => {
  socket?.on("connect", begin);
  if (socket?.connected) begin();
  return () => void socket?.off("connect", begin);
};
