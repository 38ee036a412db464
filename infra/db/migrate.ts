import { setTimeout as pause } from "node:timers/promises";
import { runMigrations as migrateQueues } from "bullmq";
import { Client } from "pg";
import { COMMAND, createDataSource } from "./data-source.ts";

/** Whoever migrates holds this lock; everyone else waits for it. */
const MIGRATION_LOCK = 336_722;

/** It is asked for so often: a statement that waits would be waited for by every index that is made. */
const AGAIN_MS = 100;

const isOurs = async (client: Client): Promise<boolean> => {
  const asked = "SELECT pg_try_advisory_lock($1) AS held";
  const { rows } = await client.query<{ held: boolean }>(asked, [MIGRATION_LOCK]);
  return rows[0]?.held === true;
};

/** Brings product and queue schema up to date. Safe to run by several processes at once. */
export const migrate = async (databaseUrl: string): Promise<void> => {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    while (!(await isOurs(client))) await pause(AGAIN_MS);
    const db = await createDataSource(databaseUrl, COMMAND).initialize();
    await db.runMigrations().finally(() => db.destroy());
    await migrateQueues(client);
  } finally {
    await client.end();
  }
};
