import { EventEmitter } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { CONNECT_TIMEOUT_MS } from "../db/connection/warm-pool.ts";
import type { Logger } from "../logger.ts";

const RECONNECT_DELAY_MS = 100;
/** Interval of the query that detects a dead connection. */
const PING_INTERVAL_MS = 10_000;

/** A LISTEN connection that reconnects by itself. */
export interface PostgresSubscriber {
  /** The part of pg's client that Socket.IO's adapter uses. */
  client: EventEmitter & { query(listen: string): Promise<void>; release(): void };
  isListening(): boolean;
  firstListening: Promise<unknown>;
}

/**
 * Opens a LISTEN connection. Calls `onListening` each time it starts to listen, because
 * notifications before that are lost. The adapter's own reconnect would be slower, up to 3 s.
 */
export const openPostgresSubscriber = (
  databaseUrl: string,
  onListening: () => void,
  logger: Pick<Logger, "warn">,
): PostgresSubscriber => {
  const closing = new AbortController();
  const statements: string[] = [];
  let activeConnection: Client | undefined;
  let resolveFirst = (): void => {};
  const firstListening = new Promise<void>((resolve) => (resolveFirst = resolve));

  const listenUntilAborted = async (connection: Client, signal: AbortSignal): Promise<never> => {
    await connection.connect();
    for (const statement of statements) await connection.query(statement);
    activeConnection = connection;
    onListening();
    resolveFirst();
    for (;;) {
      await pause(PING_INTERVAL_MS, undefined, { signal });
      await connection.query("SELECT 1");
    }
  };
  const keepListening = async () => {
    while (!closing.signal.aborted) {
      const connectionLost = new AbortController();
      const connection = new Client({
        connectionString: databaseUrl,
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        query_timeout: PING_INTERVAL_MS,
      });
      connection
        .on("error", (err) => connectionLost.abort(err))
        .on("end", () => connectionLost.abort())
        .on("notification", (message) => client.emit("notification", message));
      try {
        await listenUntilAborted(
          connection,
          AbortSignal.any([connectionLost.signal, closing.signal]),
        );
      } catch (err) {
        if (!closing.signal.aborted)
          logger.warn({ err: connectionLost.signal.reason ?? err }, "listener.disconnected");
      }
      activeConnection = undefined;
      void connection.end().catch(() => "it has ended");
      await pause(RECONNECT_DELAY_MS);
    }
  };

  const client = Object.assign(new EventEmitter(), {
    async query(listen: string) {
      statements.push(listen);
      await activeConnection?.query(listen);
    },
    release: () => closing.abort(),
  });
  void keepListening();
  return { client, isListening: () => activeConnection !== undefined, firstListening };
};
