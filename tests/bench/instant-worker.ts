import { readEnv } from "#infra/env.ts";
import { createLogger } from "#infra/logger.ts";
import { stopWithParent } from "#infra/process/stop-with-parent.ts";
import { readArguments } from "#worker/read-arguments.ts";
import { startWorker } from "#worker/start-worker.ts";
import { instantModels } from "./instant-models.ts";

/** The product's worker, with models that take no time. */
const env = readEnv();
const { port } = await startWorker({
  env,
  logger: createLogger(env.logLevel, "worker"),
  concurrency: readArguments([]),
  models: instantModels,
});
stopWithParent(() => process.exit(0));
process.send?.({ port });
