import { Pool, type PoolConfig } from "pg";
import type { Logger } from "../logger.ts";
import { ClosingOnTimeoutClient } from "./closing-on-timeout-client.ts";

/** A database that hangs is as good as down. */
export const CONNECT_TIMEOUT_MS = 5000;

/**
 * A plain pool for libraries that bring their own SQL. A cut connection is logged: without these
 * listeners, also on clients a library checked out, it would end the process.
 */
export const createPool = (config: PoolConfig, logger: Logger): Pool => {
  const logCut = (err: Error) => logger.warn({ err }, "database connection lost");
  return new Pool({
    Client: ClosingOnTimeoutClient,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...config,
  })
    .on("error", logCut)
    .on("connect", (client) => client.on("error", logCut));
};
