import type { Namespace } from "socket.io";

/**
 * Disconnects all clients of this process, which has missed events. The clients reconnect and
 * resync. Clients whose session has ended meanwhile are refused.
 */
export const forceClientsToReconnect = ({ sockets }: Namespace): void => {
  for (const { conn } of sockets.values()) conn.close();
};
