import type { LiveSocket } from "./live-socket.ts";

/**
 * Calls `begin` on each connection, and at once if already connected. Returns the function that
 * stops this.
 */
export const onEachConnect = (socket: LiveSocket | undefined, begin: () => void): (() => void) => {
  socket?.on("connect", begin);
  if (socket?.connected) begin();
  return () => void socket?.off("connect", begin);
};
