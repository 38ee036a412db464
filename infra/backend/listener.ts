import { EventEmitter } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { CONNECT_TIMEOUT_MS } from "../db/pool.ts";
import type { Logger } from "../logger.ts";

/** After a cut, it is tried again this often. */
const AGAIN_MS = 100;
/** A connection that has gone without a word is noticed when it is asked, so often. */
const CHECK_MS = 10_000;

/** A connection that listens, and comes back by itself when it is cut. */
export interface Listener {
  /** As much of a pool's client as the adapter uses. */
  client: EventEmitter & { query(listen: string): Promise<void>; release(): void };
  isHearing(): boolean;
  /** Resolves when it hears for the first time. */
  heard: Promise<unknown>;
}

/**
 * Listens, and calls `onHearing` whenever it begins to hear: what was said before that, it
 * has missed. The adapter's own way to come back takes up to three seconds.
 */
export const openListener = (
  databaseUrl: string,
  onHearing: () => void,
  logger: Pick<Logger, "warn">,
): Listener => {
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
      await pause(CHECK_MS, undefined, { signal });
      await connection.query("SELECT 1");
    }
  };
  const hearUntilOver = async () => {
    while (!over.signal.aborted) {
      const cut = new AbortController();
      const connection = new Client({
        connectionString: databaseUrl,
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        query_timeout: CHECK_MS,
      });
      connection
        .on("error", (err) => cut.abort(err))
        .on("end", () => cut.abort())
        .on("notification", (message) => client.emit("notification", message));
      try {
        await hear(connection, AbortSignal.any([cut.signal, over.signal]));
      } catch (err) {
        if (!over.signal.aborted) logger.warn({ err: cut.signal.reason ?? err }, "hearing lost");
      }
      hearing = undefined;
      void connection.end().catch(() => "it has ended");
      await pause(AGAIN_MS);
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
