import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import type { Pool } from "pg";
import { processEnv } from "#infra/env.ts";
import { buildDatabaseVariables } from "../launcher/launch-plan.ts";

const SEED_SCRIPT = path.join("dist", "seed.js");

const hasUsers = async (pool: Pool): Promise<boolean> =>
  (await pool.query("SELECT FROM users LIMIT 1")).rowCount !== 0;

/**
 * Adds the sample debates if the database has no users. Returns a message for the terminal, or null
 * if there is nothing to add. Runs a child process, whose memory is freed afterwards.
 */
export const addFirstSamples = async (
  pool: Pool,
  databaseUrl: string,
  signal: AbortSignal,
): Promise<string | null> => {
  if (await hasUsers(pool)) return null;
  const env = { ...processEnv, ...buildDatabaseVariables(databaseUrl) };
  const { stdout } = await promisify(execFile)(process.execPath, [SEED_SCRIPT], { env, signal });
  return `${stdout.trim()} SAMPLES=off starts without them.`;
};
