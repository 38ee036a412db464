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
  /** The part of a pool's client that the adapter uses. */
  client: EventEmitter & { query(listen: string): Promise<void>; release(): void };
  isHearing(): boolean;
  heard: Promise<unknown>;
}

/**
 * Opens a LISTEN connection and calls `onHearing` each time it starts to listen: notifications
 * before that are lost. Faster than the adapter's own reconnect, which takes up to 3 s.
 */
export const openPostgresSubscriber = (
  databaseUrl: string,
  onHearing: () => void,
  logger: Pick<Logger, "warn">,
): PostgresSubscriber => {
  const over = new AbortController();
  const statements: string[] = [];
  let hearing: Client | undefined;
  let hasHeard = (): void => {};
  const heard = new Promise<void>((resolve) => (hasHeard = resolve));

  const hear = async (connection: Client, signal: AbortSignal): Promise<never> => {
    await connection.connect();
    for (const statement of statements) await connection.query(statement);
    hearing = connection;
    onHearing();
    hasHeard();
    for (;;) {
      await pause(PING_INTERVAL_MS, undefined, { signal });
      await connection.query("SELECT 1");
    }
  };
  const hearUntilOver = async () => {
    while (!over.signal.aborted) {
      const cut = new AbortController();
      const connection = new Client({
        connectionString: databaseUrl,
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        query_timeout: PING_INTERVAL_MS,
      });
      connection
        .on("error", (err) => cut.abort(err))
        .on("end", () => cut.abort())
        .on("notification", (message) => client.emit("notification", message));
      try {
        await hear(connection, AbortSignal.any([cut.signal, over.signal]));
      } catch (err) {
        if (!over.signal.aborted)
          logger.warn({ err: cut.signal.reason ?? err }, "listener.disconnected");
      }
      hearing = undefined;
      void connection.end().catch(() => "it has ended");
      await pause(RECONNECT_DELAY_MS);
    }
  };

  const client = Object.assign(new EventEmitter(), {
    async query(listen: string) {
      statements.push(listen);
      await hearing?.query(listen);
    },
    release: () => over.abort(),
  });
  void hearUntilOver();
  return { client, isHearing: () => hearing !== undefined, heard };
};
