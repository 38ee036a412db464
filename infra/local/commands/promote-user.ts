import { readEnv } from "../../env.ts";
import { runCommand } from "./run-command.ts";
import { readRoleOrder, setRole } from "./set-role.ts";

/** `npm run user:promote -- <username> <role>`: creates the first superadmin. */
await runCommand(async (onDatabase) => {
  const order = readRoleOrder(process.argv.slice(2));
  return onDatabase((databaseUrl) => setRole({ databaseUrl, redisUrl: readEnv().redisUrl }, order));
});
