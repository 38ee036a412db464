import { readEnv } from "#infra/env.ts";
import { createLogger } from "#infra/logger.ts";
import { stopWithParent } from "#infra/process/stop-with-parent.ts";
import { readArguments } from "./read-arguments.ts";
import { startWorker } from "./start-worker.ts";

/** Longer than any orderly stop: whatever still hangs then is left behind. */
const LAST_RESORT_MS = 12_000;

const env = readEnv();
const logger = createLogger(env.logLevel, "worker");
const concurrency = readArguments(process.argv.slice(2));
const worker = await startWorker({ env, logger, concurrency });

let isStopping = false;
const stop = async () => {
  if (isStopping) return;
  isStopping = true;
  setTimeout(() => process.exit(1), LAST_RESORT_MS).unref();
  await worker.close();
  process.exit(0);
};
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, stop);
stopWithParent(stop);
process.send?.({ ready: true, port: worker.healthPort });
