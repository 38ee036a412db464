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
 * `npm run models:check`: checks the services that `npm start` would use. Exits with the code of
 * `dist/check-models.js`.
 */
try {
  config({ quiet: true });
  const env = { ...processEnv, ...(await startMissingServices()) };
  const script = path.resolve("dist", "check-models.js");
  const child = spawn(process.execPath, [script], { env, stdio: "inherit" });
  const [code]: unknown[] = await once(child, "exit");
  process.exit(typeof code === "number" ? code : 1);
} catch (err) {
  console.error(err instanceof Error ? err.message : err);
  process.exit(1);
}
