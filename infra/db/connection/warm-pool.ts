import { setTimeout as pause } from "node:timers/promises";
import { type ClientBase, Pool, type PoolConfig } from "pg";
import type { Logger } from "#infra/logger.ts";
import { TimeoutClient } from "./timeout-client.ts";
import { createPreparedSql } from "./prepared-statements.ts";
import { applySettings, type SessionSettings } from "./session-settings.ts";
import type { Sql } from "../sql.ts";

/** Time limit for opening a connection, and for a query that waits for a free one. */
export const CONNECT_TIMEOUT_MS = 5000;
const RECONNECT_DELAY_MS = 250;
/**
 * How many times each statement runs before a connection counts as warm. PostgreSQL plans each of
 * the first five runs separately. From the sixth on, it can keep one generic plan.
 */
const WARM_UP_RUNS = 6;
/** Idle connections stay open for 5 minutes, because opening one is far slower than a query. */
const IDLE_TIMEOUT_MS = 300_000;

export interface WarmPoolConfig extends PoolConfig {
  /** Runs the statements to prepare. Called one or more times on each new connection. */
  warmUp?: (sql: Sql) => Promise<unknown>;
  /** PostgreSQL settings of each connection. */
  settings?: SessionSettings;
}

const openedPools = new Set<WarmPool>();

export const listOpenPools = (): WarmPool[] => {
  for (const pool of openedPools) if (pool.ending) openedPools.delete(pool);
  return [...openedPools];
};

/**
 * A pool that opens its `min` connections in advance and replaces lost ones, so that queries do not
 * wait for a connection to open.
 */
export class WarmPool extends Pool {
  #filling: Promise<void> | undefined;
  readonly #warmUp: (client: ClientBase) => unknown;

  constructor({ warmUp = async () => {}, settings = {}, ...config }: WarmPoolConfig) {
    // The errors of warming up are ignored: a broken statement fails again when a request runs it.
    const warmUpConnection = (client: ClientBase): Promise<unknown> =>
      warmUp(createPreparedSql(client)).catch(() => "not warmed up");
    // If this rejects, the pool closes the connection, so that no connection without its settings
    // is used.
    const prepare = async (client: ClientBase): Promise<void> => {
      await applySettings(client, settings);
      await warmUpConnection(client);
    };
    const onConnect = (client: ClientBase): unknown => prepare(client);
    super({
      Client: TimeoutClient,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      onConnect,
      ...config,
    });
    this.#warmUp = warmUpConnection;
    this.on("remove", () => void this.fill());
    listOpenPools();
    openedPools.add(this);
    void this.fill();
  }

  get #minimum(): number {
    return Math.min(this.options.min ?? 0, this.options.max);
  }

  /** Raises the minimum by one. Needed when a connection is taken out of the pool permanently. */
  raiseMinimum(): void {
    this.options.min = this.#minimum + 1;
  }

  /** Resolves when the minimum number of connections is open, or the pool ends. */
  fill(): Promise<void> {
    return (this.#filling ??= this.#fill().finally(() => (this.#filling = undefined)));
  }

  async #fill(): Promise<void> {
    while (!this.ending && this.totalCount < this.#minimum) {
      const busy = this.totalCount - this.idleCount;
      // The connections open in parallel. A sequential `connect` would return the idle connection
      // that was just opened.
      const opening = Array.from({ length: this.#minimum - busy }, () => this.#ready());
      const opened = await Promise.allSettled(opening);
      if (opened.some(({ status }) => status === "rejected"))
        await pause(RECONNECT_DELAY_MS, undefined, { ref: false });
    }
  }

  /**
   * Opens a connection and warms it up. When the pool connects, it already runs the statements
   * once.
   */
  async #ready(): Promise<void> {
    const client = await this.connect();
    for (let runs = 1; runs < WARM_UP_RUNS; runs++) await this.#warmUp(client);
    client.release();
  }
}

/**
 * A pool for libraries that bring their own SQL. Its listeners log lost connections, even while a
 * library uses them; without a listener, the error would end the process. The number of listeners
 * is not limited, because each BullMQ queue and worker adds one.
 */
export const createPool = (config: WarmPoolConfig, logger: Pick<Logger, "warn">): WarmPool => {
  const logLostConnection = (err: Error) => logger.warn({ err }, "database.connection_lost");
  return new WarmPool(config)
    .setMaxListeners(0)
    .on("error", logLostConnection)
    .on("connect", (client) => client.on("error", logLostConnection));
};
