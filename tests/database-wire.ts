import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** A wire to a database that a test can cut. */
export interface DatabaseWire {
  url: string;
  /** Cuts every connection and refuses new ones. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** Loses every connection without a word: nothing comes through, and nobody is told. */
  lose(): void;
}

export const layDatabaseWire = async (databaseUrl: string): Promise<DatabaseWire> => {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
  });
  const listen = async (port: number) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    async cut() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    lose() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    mend: async () => void (await listen(port)),
  };
};
