import { readEnv, required } from "../env.ts";
import { withoutValues } from "../logged-error.ts";
import { migrate } from "./migrate.ts";

/**
 * Migrates the database as its owner and exits. With `DATABASE_OWNER_URL`, the role in
 * `DATABASE_URL` gets the rights that API and workers need.
 */
try {
  const { databaseUrl, databaseOwnerUrl } = readEnv();
  const runtimeUrl = required(databaseUrl, "DATABASE_URL");
  if (databaseOwnerUrl === undefined) await migrate(runtimeUrl);
  else await migrate(databaseOwnerUrl, { runtimeUrl });
} catch (err) {
  const why = err instanceof Error ? withoutValues(err.message) : "nobody knows why";
  console.error(`The database could not be migrated: ${why}`);
  process.exitCode = 1;
}
