import { setTimeout as pause } from "node:timers/promises";
import { type ClientBase, Pool, type PoolConfig } from "pg";
import type { Logger } from "../logger.ts";
import { ClosingOnTimeoutClient } from "./closing-on-timeout-client.ts";
import { prepared } from "./prepared.ts";
import type { Sql } from "./sql.ts";

/** A database that hangs is as good as down. */
export const CONNECT_TIMEOUT_MS = 5000;
/** After a cut, it is tried again this often. */
const AGAIN_MS = 250;
/** PostgreSQL plans a statement anew five times on each connection, before it has a plan to keep. */
const REHEARSALS = 6;
/** What a crowd has opened stays open for the next one: opening one costs more than many answers. */
const IDLE_MS = 300_000;

export interface WarmPoolConfig extends PoolConfig {
  /** What each connection is asked before anybody asks it: it has parsed that, and planned it, then. */
  rehearse?: (sql: Sql) => Promise<unknown>;
  /**
   * Session settings of each connection, by name. A statement sets them, not the startup message:
   * PgBouncer refuses startup parameters that it does not know.
   */
  settings?: Readonly<Record<string, string | number>>;
}

const pools = new Set<WarmPool>();

/** All that this process has open, to be counted. */
export const openPools = (): WarmPool[] => {
  for (const pool of pools) if (pool.ending) pools.delete(pool);
  return [...pools];
};

/**
 * A pool whose `min` connections are open before anybody asks, and are made again when they are
 * cut: whoever asks once in a while pays for the question alone.
 */
export class WarmPool extends Pool {
  #filling: Promise<void> | undefined;
  readonly #rehearse: (client: ClientBase) => unknown;

  constructor({ rehearse = async () => {}, settings = {}, ...config }: WarmPoolConfig) {
    // A statement that fails here fails again, with its error, when a request runs it.
    const rehearseOn = (client: ClientBase): Promise<unknown> =>
      rehearse(prepared(client)).catch(() => "not rehearsed");
    // A connection that cannot have its settings is not used: a rejection here closes it.
    const prepare = async (client: ClientBase): Promise<void> => {
      for (const [name, value] of Object.entries(settings))
        await client.query("SELECT set_config($1, $2, false)", [name, String(value)]);
      await rehearseOn(client);
    };
    const onConnect = (client: ClientBase): unknown => prepare(client);
    super({
      Client: ClosingOnTimeoutClient,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      idleTimeoutMillis: IDLE_MS,
      onConnect,
      ...config,
    });
    this.#rehearse = rehearseOn;
    this.on("remove", () => void this.fill());
    openPools();
    pools.add(this);
    void this.fill();
  }

  get #share(): number {
    return Math.min(this.options.min ?? 0, this.options.max);
  }

  /** Keeps one more open: somebody takes one, and does not give it back. */
  keepOneMore(): void {
    this.options.min = this.#share + 1;
  }

  /** Resolves when its connections are open, or the pool ends. */
  fill(): Promise<void> {
    return (this.#filling ??= this.#fill().finally(() => (this.#filling = undefined)));
  }

  async #fill(): Promise<void> {
    while (!this.ending && this.totalCount < this.#share) {
      const busy = this.totalCount - this.idleCount;
      // All at once: one by one, each would be given the one before.
      const opening = Array.from({ length: this.#share - busy }, () => this.#ready());
      const opened = await Promise.allSettled(opening);
      if (opened.some(({ status }) => status === "rejected"))
        await pause(AGAIN_MS, undefined, { ref: false });
    }
  }

  /** Has a connection keep its plans: nobody waits for this one, which was asked once as it opened. */
  async #ready(): Promise<void> {
    const client = await this.connect();
    for (let times = 1; times < REHEARSALS; times++) await this.#rehearse(client);
    client.release();
  }
}

/**
 * A plain pool for libraries that bring their own SQL. A cut connection is logged: without these
 * listeners, also on clients a library checked out, it would end the process. Each of BullMQ's
 * queues and workers adds one of its own: how many is ours to say.
 */
export const createPool = (config: WarmPoolConfig, logger: Pick<Logger, "warn">): WarmPool => {
  const logCut = (err: Error) => logger.warn({ err }, "database connection lost");
  return new WarmPool(config)
    .setMaxListeners(0)
    .on("error", logCut)
    .on("connect", (client) => client.on("error", logCut));
};
