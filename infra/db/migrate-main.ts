import { readEnv, requireVariable } from "../env.ts";
import { redactMessage } from "../serialize-error.ts";
import { migrateDatabase } from "./migrate.ts";

/**
 * Migrates the database as the owner of the tables, and exits. If `DATABASE_OWNER_URL` is set, the
 * role in `DATABASE_URL` gets the rights that API and workers need.
 */
try {
  const { databaseUrl, databaseOwnerUrl } = readEnv();
  const runtimeUrl = requireVariable(databaseUrl, "DATABASE_URL");
  if (databaseOwnerUrl === undefined) await migrateDatabase(runtimeUrl);
  else await migrateDatabase(databaseOwnerUrl, { runtimeUrl });
} catch (err) {
  const reason = err instanceof Error ? redactMessage(err.message) : "unknown cause";
  console.error(`The database could not be migrated: ${reason}`);
  process.exitCode = 1;
}
