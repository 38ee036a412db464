import { isPoolTimeout } from "#infra/db/connection/database-errors.ts";
import { createPool, type WarmPool } from "#infra/db/connection/warm-pool.ts";
import { createPreparedSql } from "#infra/db/connection/prepared-statements.ts";
import type { Sql } from "#infra/db/sql.ts";
import type { Env } from "#infra/env.ts";
import type { Logger } from "#infra/logger.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { createListSlots, type ListSlots } from "./http/list-slots.ts";
import { RETRY_AFTER_S, rejectWithDelay } from "./http/rate-limiting/reject-when-queue-full.ts";

/** PostgreSQL cancels statements that take longer, and the request gets 503. */
const STATEMENT_TIMEOUT_MS = 2000;
/** Maximum number of waiting statements per connection. Further statements get 503. */
const QUEUE_PER_CONNECTION = 10;
/**
 * Maximum number of concurrent reads of one sender (a user or an IP address) per connection of the
 * pool. With 4 connections these are 8 reads. A read of another sender then waits for at most two
 * statements, so it does not time out.
 */
const SLOTS_PER_CONNECTION = 2;
const MIN_CONNECTIONS = 1;

/**
 * Runs statements on the pool. Throws `unavailable` if the pool's queue is full or a statement
 * waits in it for too long.
 */
const withBoundedQueue = (pool: WarmPool, longestQueue: number): Sql => {
  const sql = createPreparedSql(pool);
  return {
    async query(statement, parameters) {
      if (pool.waitingCount >= longestQueue) await rejectWithDelay("lists are being read");
      try {
        return await sql.query(statement, parameters);
      } catch (err) {
        if (!isPoolTimeout(err)) throw err;
        const message = "Too many lists are being read right now.";
        throw new DomainError("unavailable", message, { retryAfter: RETRY_AFTER_S, cause: err });
      }
    },
  };
};

/**
 * The pool for reads whose cost grows with the data (`cost: "list"`). It is small and separate, so
 * that these reads cannot use all connections or cores.
 */
export const openListPool = (
  connectionString: string,
  { listPoolSize }: Pick<Env, "listPoolSize">,
  logger: Pick<Logger, "warn">,
): { pool: WarmPool; sql: Sql; slots: ListSlots } => {
  const pool = createPool(
    {
      connectionString,
      max: listPoolSize,
      min: MIN_CONNECTIONS,
      settings: {
        statement_timeout: STATEMENT_TIMEOUT_MS,
        // Limits each statement to one core.
        max_parallel_workers_per_gather: 0,
      },
    },
    logger,
  );
  return {
    pool,
    sql: withBoundedQueue(pool, listPoolSize * QUEUE_PER_CONNECTION),
    slots: createListSlots(listPoolSize * SLOTS_PER_CONNECTION),
  };
};
