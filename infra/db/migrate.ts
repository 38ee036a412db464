import { runMigrations as migrateQueues } from "bullmq";
import { Client } from "pg";
import { COMMAND, createDataSource } from "./data-source.ts";

/** Whoever migrates holds this lock; everyone else waits for it. */
const MIGRATION_LOCK = 336_722;

/** Brings product and queue schema up to date. Safe to run by several processes at once. */
export const migrate = async (databaseUrl: string): Promise<void> => {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    const db = await createDataSource(databaseUrl, COMMAND).initialize();
    await db.runMigrations().finally(() => db.destroy());
    await migrateQueues(client);
  } finally {
    await client.end();
  }
};
