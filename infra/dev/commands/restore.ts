import { assertReadable, restoreBackup } from "../backup/restore-backup.ts";
import { runCommand } from "./run-command.ts";

/** `npm run restore -- <file>`: restores a backup into a new database, completely or not at all. */
await runCommand(async (onDatabase) => {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new Error("Usage: npm run restore -- debates.backup");
  await assertReadable(file);
  return onDatabase(async (url) => {
    const rows = await restoreBackup(url, file);
    return `Restored ${rows} rows. The ledger is consistent.`;
  });
});
