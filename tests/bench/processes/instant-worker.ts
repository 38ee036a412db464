import { readEnv } from "#infra/env.ts";
import { createLogger } from "#infra/logger.ts";
import { onParentExit } from "#infra/process/shutdown.ts";
import { parseArguments } from "#worker/parse-arguments.ts";
import { startWorker } from "#worker/start-worker.ts";
import { instantModels } from "../support/instant-models.ts";

/** Runs the product's worker with models that reply at once. */
const env = readEnv();
const { port } = await startWorker({
  env,
  logger: createLogger(env.logLevel, "worker"),
  concurrency: parseArguments([]),
  models: instantModels,
});
onParentExit(() => process.exit(0));
process.send?.({ port });
