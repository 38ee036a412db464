import { readEnv } from "#infra/env.ts";
import { runCommand } from "./run-command.ts";
import { parseRoleArguments, setUserRole } from "./set-role.ts";

/**
 * `npm run user:promote -- <username> <role>`: sets a user's role. The only way to create the first
 * superadmin.
 */
await runCommand(async (onDatabase) => {
  const order = parseRoleArguments(process.argv.slice(2));
  return onDatabase((databaseUrl) =>
    setUserRole({ databaseUrl, redisUrl: readEnv().redisUrl }, order),
  );
});
