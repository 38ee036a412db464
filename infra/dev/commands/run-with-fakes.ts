import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { config } from "dotenv";
import { processEnv, readEnv } from "#infra/env.ts";
import { startFakes } from "../fakes/start-fakes.ts";
import {
  buildFakeModerationVariables,
  buildFakeProviderVariables,
  buildFakeVoiceVariables,
  listFakedProviders,
  needsFakes,
  usesFakeModeration,
} from "../launcher/launch-plan.ts";

/** Starts the fakes that `npm start` would use. Returns the variables that lead to them. */
const startMissingServices = async (): Promise<Record<string, string>> => {
  const env = readEnv();
  if (!needsFakes(env)) return {};
  const { port } = await startFakes(env.fakePace);
  return {
    ...buildFakeProviderVariables(listFakedProviders(env), port),
    ...(env.voice === null && buildFakeVoiceVariables(port)),
    ...(usesFakeModeration(env) && buildFakeModerationVariables(port)),
  };
};

/**
 * Runs `dist/<name>.js` with the services that `npm start` would use, and exits with its code.
 */
export const runWithFakes = async (name: string): Promise<never> => {
  try {
    config({ quiet: true });
    const env = { ...processEnv, ...(await startMissingServices()) };
    const script = path.resolve("dist", `${name}.js`);
    const args = [script, ...process.argv.slice(2)];
    const child = spawn(process.execPath, args, { env, stdio: "inherit" });
    const [code]: unknown[] = await once(child, "exit");
    process.exit(typeof code === "number" ? code : 1);
  } catch (err) {
    console.error(err instanceof Error ? err.message : err);
    process.exit(1);
  }
};
