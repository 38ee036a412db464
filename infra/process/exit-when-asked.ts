import type { Logger } from "../logger.ts";
import { stopWithParent } from "./stop-with-parent.ts";

/** Longer than any process needs to finish what it is doing. */
const PATIENCE_MS = 15_000;

/** Closes and exits with 0 on SIGTERM, on SIGINT and when the parent is gone; once. */
export const exitWhenAsked = (logger: Logger, close: () => Promise<void>): void => {
  let isAsked = false;
  const exit = async (): Promise<void> => {
    if (isAsked) return;
    isAsked = true;
    setTimeout(() => process.exit(1), PATIENCE_MS).unref();
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
