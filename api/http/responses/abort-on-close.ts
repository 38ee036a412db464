import type { Response } from "express";

/**
 * Returns a signal that aborts when the client disconnects. It is aborted from the start if the
 * client is already gone.
 */
export const abortOnClose = (res: Response): AbortSignal => {
  const controller = new AbortController();
  if (res.closed) controller.abort();
  else res.once("close", () => controller.abort());
  return controller.signal;
};
