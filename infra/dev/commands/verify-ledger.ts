import { COMMAND_CONNECTIONS, createDataSource } from "#infra/db/connection/data-source.ts";
import { type LedgerDifference, verifyLedger } from "#infra/services/purchases/verify-ledger.ts";
import { runCommand } from "./run-command.ts";

const MAX_SHOWN_ROWS = 20;

const formatDifference = ({ what, rows }: LedgerDifference): string => {
  const shown = rows.slice(0, MAX_SHOWN_ROWS).map((row) => `  ${JSON.stringify(row)}`);
  const more = rows.length > MAX_SHOWN_ROWS ? [`  and ${rows.length - MAX_SHOWN_ROWS} more`] : [];
  return [`${what} (${rows.length}):`, ...shown, ...more].join("\n");
};

/** Returns a summary if the ledger is consistent; otherwise throws with the differences. */
const reportLedger = async (databaseUrl: string): Promise<string> => {
  const db = await createDataSource(databaseUrl, COMMAND_CONNECTIONS).initialize();
  try {
    const { users, entries, differences } = await db.transaction("REPEATABLE READ", verifyLedger);
    if (differences.length > 0) throw new Error(differences.map(formatDifference).join("\n"));
    return `The ledger is consistent: ${users} users, ${entries} entries, no differences.`;
  } finally {
    await db.destroy();
  }
};

/** `npm run ledger:verify`: exits with code 1 if the ledger is inconsistent. */
await runCommand((onDatabase) => onDatabase(reportLedger));
