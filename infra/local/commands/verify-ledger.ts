import { COMMAND, createDataSource } from "../../db/data-source.ts";
import { type Difference, verifyLedger } from "../../operations/verify-ledger.ts";
import { runCommand } from "./run-command.ts";

const SHOWN = 20;

const told = ({ what, rows }: Difference): string => {
  const shown = rows.slice(0, SHOWN).map((row) => `  ${JSON.stringify(row)}`);
  const more = rows.length > SHOWN ? [`  and ${rows.length - SHOWN} more`] : [];
  return [`${what} (${rows.length}):`, ...shown, ...more].join("\n");
};

/** Returns a summary if the ledger is consistent; otherwise throws with the differences. */
const reportLedger = async (databaseUrl: string): Promise<string> => {
  const db = await createDataSource(databaseUrl, COMMAND).initialize();
  try {
    const { users, entries, differences } = await db.transaction("REPEATABLE READ", verifyLedger);
    if (differences.length > 0) throw new Error(differences.map(told).join("\n"));
    return `The ledger agrees: ${users} users, ${entries} entries, no difference.`;
  } finally {
    await db.destroy();
  }
};

/** `npm run ledger:verify`: exits with 1 if the ledger is inconsistent. */
await runCommand((onDatabase) => onDatabase(reportLedger));
