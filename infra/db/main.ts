import { readEnv, required } from "../env.ts";
import { withoutValues } from "../logged-error.ts";
import { migrate } from "./migrate.ts";

/** Migrates the database at `DATABASE_URL` and exits; says in a sentence why it could not. */
try {
  await migrate(required(readEnv().databaseUrl, "DATABASE_URL"));
} catch (err) {
  const why = err instanceof Error ? withoutValues(err.message) : "nobody knows why";
  console.error(`The database could not be migrated: ${why}`);
  process.exitCode = 1;
}
