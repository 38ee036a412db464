import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { listenLocally } from "./listen-locally.ts";

/** A TCP address that a test can move to another server, as a failover moves a DNS name. */
export interface MovableProxy {
  port: number;
  /** Leads new connections to this port. Open connections stay with the old server. */
  moveTo(port: number): void;
  close(): Promise<void>;
}

export const startMovableProxy = async (target: number): Promise<MovableProxy> => {
  let current = target;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(current, "127.0.0.1");
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket
        .on("error", () => other.destroy())
        .on("close", () => {
          sockets.delete(socket);
          other.destroy();
        })
        .pipe(other);
    }
  });
  return {
    port: await listenLocally(server),
    moveTo: (port) => void (current = port),
    async close() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
};
