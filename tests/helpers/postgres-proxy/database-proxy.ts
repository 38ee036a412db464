import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import {
  StatementInterceptor,
  type StatementHold,
  type InterceptPoint,
} from "./statement-interceptor.ts";
import { splitClientRequests, splitServerMessages } from "./postgres-protocol.ts";

/** A proxy to a database. A test can cut it or delay single statements. */
export interface DatabaseProxy {
  url: string;
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** Drops all traffic silently, without closing any connection. */
  lose(): void;
  /**
   * Delays the next matching statement. Call it twice for two statements. After killing a process
   * whose statement is held, also `drop` the hold, or the statement could still reach the server.
   */
  hold(pattern: RegExp, place: InterceptPoint): StatementHold;
  /**
   * Ends the next connection with PostgreSQL's shutdown error as soon as it is ready. The error is
   * in the same packet as ReadyForQuery.
   */
  endNextWhenReady(): void;
}

interface ProxiedConnection {
  cut(): void;
  lose(): void;
}

/** PostgreSQL's message for a shutdown: severity, code and text. */
const FATAL_SHUTDOWN_MESSAGE = Buffer.from(
  "E\0\0\0\x2dSFATAL\0C57P01\0Mthe server is going down\0\0",
);

const NEVER = new Promise<never>(() => undefined);

/** Forwards traffic in order and delays the held statements. */
const proxyConnection = (
  near: Socket,
  far: Socket,
  held: StatementInterceptor,
  endsWhenReady: boolean,
): ProxiedConnection => {
  let isLost = false;
  /** Statements sent since the connection was last outside a transaction. */
  let sentStatements: string[] = [];
  let requestCount = 0;
  let responseCount = 0;
  /** Holds on answers that have not arrived yet. The key is the number of the request. */
  const heldAnswers = new Map<number, () => Promise<string>>();

  const cut = () => [near, far].forEach((socket) => socket.destroy());
  const wait = async (reach: (() => Promise<string>) | undefined) => {
    if ((await reach?.()) === "drop") cut();
  };
  const pass = async (bytes: Buffer, to: Socket) => {
    if (isLost) await NEVER;
    to.write(bytes);
  };

  const passRequests = async () => {
    for await (const { bytes, statements, isAnswered } of splitClientRequests(near)) {
      await wait(held.find(statements, sentStatements, "request"));
      if (isAnswered) requestCount += 1;
      const heldAnswer = held.find(statements, sentStatements, "answer");
      if (heldAnswer) heldAnswers.set(requestCount, heldAnswer);
      sentStatements.push(...statements);
      await pass(bytes, far);
    }
  };
  const passAnswers = async () => {
    let buffered: Buffer[] = [];
    for await (const { bytes, isEnd, isIdle } of splitServerMessages(far)) {
      buffered.push(bytes);
      if (isIdle) sentStatements = [];
      const heldAnswer = heldAnswers.get(responseCount + 1);
      if (heldAnswer && !isEnd) continue;
      if (isEnd) responseCount += 1;
      await wait(heldAnswer);
      if (isEnd && endsWhenReady) near.end(Buffer.concat([...buffered, FATAL_SHUTDOWN_MESSAGE]));
      else await pass(Buffer.concat(buffered), near);
      buffered = [];
    }
  };
  const passAll = async (passing: Promise<void>, to: Socket) => {
    // An error on one side closes both.
    await passing.catch(() => isLost || cut());
    if (!isLost) to.end();
  };

  for (const socket of [near, far]) socket.on("error", () => isLost || cut());
  void passAll(passRequests(), far);
  void passAll(passAnswers(), near);
  return {
    cut,
    lose() {
      isLost = true;
    },
  };
};

export const startDatabaseProxy = async (databaseUrl: string): Promise<DatabaseProxy> => {
  const { hostname, port: named, searchParams } = new URL(databaseUrl);
  const socketFolder = searchParams.get("host");
  const targetPort = Number(named || 5432);
  const target =
    socketFolder === null
      ? { port: targetPort, host: hostname, noDelay: true }
      : { path: `${socketFolder}/.s.PGSQL.${targetPort}` };
  const held = new StatementInterceptor();
  const connections = new Set<ProxiedConnection>();
  let endsNextWhenReady = false;
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect(target);
    const connection = proxyConnection(near, far, held, endsNextWhenReady);
    endsNextWhenReady = false;
    connections.add(connection);
    near.on("close", () => connections.delete(connection));
  });
  const listen = async (port: number) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  url.searchParams.delete("host");
  return {
    url: url.href,
    async cut() {
      const closed = once(server, "close");
      server.close();
      for (const connection of connections) connection.cut();
      await closed;
    },
    lose() {
      for (const connection of connections) connection.lose();
    },
    mend: async () => void (await listen(port)),
    hold: (pattern, place) => held.hold(pattern, place),
    endNextWhenReady() {
      endsNextWhenReady = true;
    },
  };
};
