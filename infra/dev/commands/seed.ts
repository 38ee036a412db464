import { runCommand } from "./run-command.ts";
import { addSamples } from "../samples/add-samples.ts";

/** `npm run seed`: adds the sample debates that are missing. */
await runCommand((onDatabase) =>
  onDatabase(async (databaseUrl) => {
    const added = await addSamples(databaseUrl);
    return added === 0 ? "The sample debates already exist." : `Added ${added} sample debates.`;
  }),
);
