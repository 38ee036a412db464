import { readEnv } from "#infra/env.ts";
import { removeSecondFactor } from "./remove-second-factor.ts";
import { runCommand } from "./run-command.ts";

/**
 * `npm run user:reset-second-factor -- <username>`: removes the second factor of a user who has
 * lost passkeys, authenticator app and recovery codes.
 */
await runCommand(async (onDatabase) => {
  const [name] = process.argv.slice(2);
  if (name === undefined) throw new Error("Usage: npm run user:reset-second-factor -- <username>");
  const { redisUrl, mail } = readEnv();
  return onDatabase((databaseUrl) =>
    removeSecondFactor({ databaseUrl, redisUrl, hasMail: mail !== null }, name),
  );
});
