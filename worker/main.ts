import { runProcess } from "#infra/process/run-process.ts";
import { parseArguments } from "./parse-arguments.ts";
import { startWorker } from "./start-worker.ts";

await runProcess("worker", async (env, logger) => {
  const concurrency = parseArguments(process.argv.slice(2));
  const worker = await startWorker({ env, logger, concurrency });
  return { ...worker, graceMs: env.workerGraceMs };
});
