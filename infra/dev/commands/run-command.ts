import { config } from "dotenv";
import { readEnv } from "#infra/env.ts";
import { withDatabase } from "../launcher/embedded-database.ts";

/**
 * Opens the database, which may start PostgreSQL, and runs the command on it. Read the command line
 * before calling this, so that a wrong argument is reported at once.
 */
type RunOnDatabase = (command: (databaseUrl: string) => Promise<string>) => Promise<string>;

/**
 * Runs a command: prints its result and exits with 0, or prints the error's message and exits with
 * 1.
 */
export const runCommand = async (
  command: (onDatabase: RunOnDatabase) => Promise<string>,
): Promise<void> => {
  config({ quiet: true });
  try {
    console.log(await command((onDatabase) => withDatabase(readEnv(), onDatabase)));
    process.exit(0);
  } catch (err) {
    console.error(err instanceof Error ? err.message : err);
    process.exit(1);
  }
};
