import { writeBackup } from "../backup/write-backup.ts";
import { runCommand } from "./run-command.ts";

/** `npm run backup -- <file>`: writes a backup while the product runs. */
await runCommand(async (onDatabase) => {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new Error("Usage: npm run backup -- debates.backup");
  return onDatabase(async (url) => `Wrote ${await writeBackup(url, file)} rows to ${file}.`);
});
