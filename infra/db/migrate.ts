import { setTimeout as pause } from "node:timers/promises";
import { runMigrations as migrateQueues } from "bullmq";
import { Client } from "pg";
import { COMMAND, createDataSource } from "./data-source.ts";
import { driverError } from "./outage.ts";
import { grantRuntimeRole } from "./runtime-role.ts";

/** Whoever migrates holds this lock; everyone else waits for it. */
const MIGRATION_LOCK = 336_722;

/** Who waits for a lock is waited for by everybody behind: it is tried for so long, */
const LOCK_TIMEOUT_MS = 5000;
/** after a while again, in which the others get on, */
const REST_MS = 1000;
/** so many times. */
const TRIES = 30;
/** SQLSTATE of a lock that was not to be had in time. */
const LOCKED = "55P03";

/** It is asked for so often: a statement that waits would be waited for by every index that is made. */
const AGAIN_MS = 100;

const isOurs = async (client: Client): Promise<boolean> => {
  const asked = "SELECT pg_try_advisory_lock($1) AS held";
  const { rows } = await client.query<{ held: boolean }>(asked, [MIGRATION_LOCK]);
  return rows[0]?.held === true;
};

/** Each migration alone is whole or not there, or may be begun again: see D57. */
const untilUnlocked = async (work: () => Promise<unknown>, restMs: number): Promise<void> => {
  for (let tries = 1; ; tries++) {
    try {
      await work();
      return;
    } catch (err) {
      if (driverError(err).code !== LOCKED || tries === TRIES) throw err;
      await pause(restMs);
    }
  }
};

interface MigrateOptions {
  /** The address of the role that API and workers use; absent where that is the owner itself. */
  runtimeUrl?: string | undefined;
  lockTimeoutMs?: number;
  restMs?: number;
}

/**
 * Brings the product's and the queue's schema up to date while the product runs, and grants the
 * runtime role its rights. Several processes may run it at once.
 */
export const migrate = async (
  databaseUrl: string,
  { runtimeUrl, lockTimeoutMs = LOCK_TIMEOUT_MS, restMs = REST_MS }: MigrateOptions = {},
): Promise<void> => {
  const client = new Client({
    connectionString: databaseUrl,
    options: `-c lock_timeout=${lockTimeoutMs}`,
  });
  await client.connect();
  try {
    while (!(await isOurs(client))) await pause(AGAIN_MS);
    const db = await createDataSource(databaseUrl, { ...COMMAND, lockTimeoutMs }).initialize();
    await untilUnlocked(() => db.runMigrations(), restMs).finally(() => db.destroy());
    await untilUnlocked(() => migrateQueues(client), restMs);
    if (runtimeUrl !== undefined)
      await untilUnlocked(() => grantRuntimeRole(client, runtimeUrl), restMs);
  } finally {
    await client.end();
  }
};
