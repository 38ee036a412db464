import { reportLedger } from "./commands/report-ledger.ts";
import { runCommand } from "./commands/run-command.ts";

/** `npm run ledger:verify`: exits with 1 when any balance differs from its ledger. */
await runCommand((onDatabase) => onDatabase(reportLedger));
