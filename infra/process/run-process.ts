import { type Env, readEnv } from "../env.ts";
import { createLogger, type Logger } from "../logger.ts";
import { stopWithParent } from "./stop-with-parent.ts";

/** Longer than any process needs to let go of everything, after what it finishes. */
const PATIENCE_MS = 15_000;

interface Running {
  /** Where it answers. */
  port: number;
  /** Finishes what is under way and lets go of everything. */
  close(): Promise<void>;
  /** How long it may take to finish that. */
  graceMs: number;
}

/** Closes and exits with 0 on SIGTERM, on SIGINT and when the parent is gone; once. */
const exitWhenAsked = (logger: Logger, { close, graceMs }: Running): void => {
  let isAsked = false;
  const exit = async (): Promise<void> => {
    if (isAsked) return;
    isAsked = true;
    setTimeout(() => process.exit(1), graceMs + PATIENCE_MS).unref();
    try {
      await close();
      process.exit(0);
    } catch (err) {
      logger.error({ err }, "could not close cleanly");
      process.exit(1);
    }
  };
  process.on("SIGTERM", exit).on("SIGINT", exit);
  stopWithParent(exit);
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
  try {
    const env = readEnv();
    const logger = createLogger(env.logLevel, name);
    tellOfUncaught(logger);
    const running = await start(env, logger);
    exitWhenAsked(logger, running);
    process.send?.({ ready: true, port: running.port });
  } catch (err) {
    console.error(err instanceof Error ? err.message : "The process could not start.");
    process.exit(1);
  }
};
