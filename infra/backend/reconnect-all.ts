import type { Namespace } from "socket.io";

/**
 * Cuts a process's clients off for a moment, because it could not hear what others said: they come
 * back by themselves, and ask for what they have missed. A session that has ended meanwhile does not.
 */
export const reconnectAll = ({ sockets }: Namespace): void => {
  for (const { conn } of sockets.values()) conn.close();
};
