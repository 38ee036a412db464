import { type Env, readEnv } from "../env.ts";
import { createLogger, type Logger } from "../logger.ts";
import { SHUTDOWN_TIMEOUT_MS } from "./shutdown.ts";
import { onParentExit } from "./shutdown.ts";

interface RunningProcess {
  port: number;
  close(): Promise<void>;
  /** How long `close` may wait for running work, in milliseconds. */
  graceMs: number;
}

/**
 * Resolves on SIGTERM, on SIGINT or when the parent process is gone. Called before anything else,
 * because a process with PID 1 (in a container) ignores signals without a handler.
 */
const waitForShutdownSignal = (): Promise<void> =>
  new Promise((resolve) => {
    process.on("SIGTERM", () => resolve()).on("SIGINT", () => resolve());
    onParentExit(resolve);
  });

const shutDown = async (logger: Logger, { close, graceMs }: RunningProcess): Promise<void> => {
  setTimeout(() => process.exit(1), graceMs + SHUTDOWN_TIMEOUT_MS).unref();
  try {
    await close();
    process.exit(0);
  } catch (err) {
    logger.error({ err }, "process.close_failed");
    process.exit(1);
  }
};

/**
 * Logs the error and exits. Node would print all properties of the error, such as statements with
 * values and clients with keys.
 */
const logUncaughtExceptions = (logger: Logger): void => {
  process.on("uncaughtException", (err) => {
    logger.fatal({ err }, "process.crashed");
    process.exit(1);
  });
};

/**
 * Runs a process until it is asked to stop. Sends the port to its parent process. If the start
 * fails, prints the reason and exits with code 1.
 */
export const runProcess = async (
  name: string,
  start: (env: Env, logger: Logger) => Promise<RunningProcess>,
): Promise<void> => {
  const shutdownSignal = waitForShutdownSignal();
  try {
    const env = readEnv();
    const logger = createLogger(env.logLevel, name);
    logUncaughtExceptions(logger);
    const running = await start(env, logger);
    process.send?.({ ready: true, port: running.port });
    void shutdownSignal.then(() => shutDown(logger, running));
  } catch (err) {
    console.error(err instanceof Error ? err.message : "The process could not start.");
    process.exit(1);
  }
};
