import { config } from "dotenv";
import { readEnv } from "../../env.ts";
import { withDatabase } from "../launcher/database.ts";

/** Runs something on the product's database; what it needs from the terminal is read before. */
type OnDatabase = (command: (databaseUrl: string) => Promise<string>) => Promise<string>;

/**
 * A command at the terminal: prints what it answers, and exits. What it throws is printed as a
 * sentence, with exit code 1.
 */
export const runCommand = async (
  command: (onDatabase: OnDatabase) => Promise<string>,
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
