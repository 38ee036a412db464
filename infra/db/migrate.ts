import { setTimeout as pause } from "node:timers/promises";
import { runMigrations as migrateQueues } from "bullmq";
import { Client } from "pg";
import { type DataSource, MigrationExecutor } from "typeorm";
import { assertSessionPooling } from "./connection/assert-session-pooling.ts";
import { COMMAND_CONNECTIONS, createDataSource } from "./connection/data-source.ts";
import { unwrapDriverError } from "./connection/database-errors.ts";
import { applySettings } from "./connection/session-settings.ts";
import { grantRuntimeRole } from "./runtime-role.ts";

const MIGRATION_LOCK_ID = 336_722;

/**
 * How long a migration waits for a lock. While it waits, all later queries of the table wait behind
 * it.
 */
const LOCK_TIMEOUT_MS = 5000;
/** Pause between tries, in which the blocked queries run. */
const LOCK_RETRY_DELAY_MS = 1000;
const MAX_LOCK_TRIES = 30;
const LOCK_NOT_AVAILABLE = "55P03";

/**
 * Interval at which the advisory lock is tried. A blocking wait would hold a snapshot, and CREATE
 * INDEX CONCURRENTLY waits for all older snapshots.
 */
const ADVISORY_LOCK_POLL_MS = 100;

const tryAdvisoryLock = async (client: Client): Promise<boolean> => {
  const statement = "SELECT pg_try_advisory_lock($1) AS held";
  const { rows } = await client.query<{ held: boolean }>(statement, [MIGRATION_LOCK_ID]);
  return rows[0]?.held === true;
};

/**
 * Retries on lock timeouts. A retry is safe, because each migration is a transaction or can run
 * twice: see docs/decisions/0007-expand-then-contract.md.
 */
const retryOnLockTimeout = async (
  run: () => Promise<unknown>,
  retryDelayMs: number,
): Promise<void> => {
  for (let tries = 1; ; tries++) {
    try {
      await run();
      return;
    } catch (err) {
      if (unwrapDriverError(err).code !== LOCK_NOT_AVAILABLE) throw err;
      if (tries === MAX_LOCK_TRIES)
        throw new Error(
          "Another session keeps a table locked. Find it in pg_stat_activity, end it, and migrate again.",
          { cause: err },
        );
      await pause(retryDelayMs);
    }
  }
};

/**
 * `DataSource.runMigrations` does not release its connection if it cannot read `schema_migrations`,
 * so that the next try would wait for a connection.
 */
const runMigrations = async (db: DataSource): Promise<void> => {
  const queryRunner = db.createQueryRunner();
  const executor = new MigrationExecutor(db, queryRunner);
  executor.transaction = "each";
  await executor.executePendingMigrations().finally(() => queryRunner.release());
};

interface MigrateOptions {
  /** URL of the role that API and workers use; absent if they connect as the owner. */
  runtimeUrl?: string | undefined;
  lockTimeoutMs?: number;
  retryDelayMs?: number;
}

/**
 * Migrates the tables of the product and of the queue, and grants the runtime role its rights. The
 * product may run meanwhile. Several processes may call this at once.
 */
export const migrateDatabase = async (
  databaseUrl: string,
  {
    runtimeUrl,
    lockTimeoutMs = LOCK_TIMEOUT_MS,
    retryDelayMs = LOCK_RETRY_DELAY_MS,
  }: MigrateOptions = {},
): Promise<void> => {
  // An advisory lock belongs to a session, so the pooler must not change the session.
  await assertSessionPooling(databaseUrl);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await applySettings(client, { lock_timeout: lockTimeoutMs });
    while (!(await tryAdvisoryLock(client))) await pause(ADVISORY_LOCK_POLL_MS);
    const db = await createDataSource(databaseUrl, {
      ...COMMAND_CONNECTIONS,
      lockTimeoutMs,
    }).initialize();
    await retryOnLockTimeout(() => runMigrations(db), retryDelayMs).finally(() => db.destroy());
    await retryOnLockTimeout(() => migrateQueues(client), retryDelayMs);
    if (runtimeUrl !== undefined)
      await retryOnLockTimeout(() => grantRuntimeRole(client, runtimeUrl), retryDelayMs);
  } finally {
    await client.end();
  }
};
