import { type Env, readEnv } from "../env.ts";
import { createLogger, type Logger } from "../logger.ts";
import { EXIT_PATIENCE_MS } from "./exit-patience.ts";
import { stopWithParent } from "./stop-with-parent.ts";

interface Running {
  /** Where it answers. */
  port: number;
  /** Finishes what is under way and lets go of everything. */
  close(): Promise<void>;
  /** How long it may take to finish that. */
  graceMs: number;
}

/**
 * Resolves on SIGTERM, on SIGINT and when the parent is gone. Heard from the first moment on: one that
 * is alone in its container is not ended by a signal that it does not listen for.
 */
const whenAsked = (): Promise<void> =>
  new Promise((resolve) => {
    process.on("SIGTERM", () => resolve()).on("SIGINT", () => resolve());
    stopWithParent(resolve);
  });

/** Closes and exits with 0. */
const exit = async (logger: Logger, { close, graceMs }: Running): Promise<void> => {
  setTimeout(() => process.exit(1), graceMs + EXIT_PATIENCE_MS).unref();
  try {
    await close();
    process.exit(0);
  } catch (err) {
    logger.error({ err }, "could not close cleanly");
    process.exit(1);
  }
};

/** Node would print all that the error carries: statements with their values, clients with keys. */
const tellOfUncaught = (logger: Logger): void => {
  process.on("uncaughtException", (err) => {
    logger.fatal({ err }, "ended by an error that nobody caught");
    process.exit(1);
  });
};

/**
 * Runs a process of the product until it is asked to stop, and tells whoever started it where it
 * answers. One that cannot start says why in a sentence, and exits with 1.
 */
export const runProcess = async (
  name: string,
  start: (env: Env, logger: Logger) => Promise<Running>,
): Promise<void> => {
  const asked = whenAsked();
  try {
    const env = readEnv();
    const logger = createLogger(env.logLevel, name);
    tellOfUncaught(logger);
    const running = await start(env, logger);
    process.send?.({ ready: true, port: running.port });
    void asked.then(() => exit(logger, running));
  } catch (err) {
    console.error(err instanceof Error ? err.message : "The process could not start.");
    process.exit(1);
  }
};
