import type { Namespace } from "socket.io";

/**
 * Disconnects all clients of a process that has missed events. They reconnect and resync; clients
 * whose session has ended in the meantime are refused.
 */
export const forceClientsToReconnect = ({ sockets }: Namespace): void => {
  for (const { conn } of sockets.values()) conn.close();
};
