import type { Response } from "express";

/**
 * Returns a signal that aborts when the client disconnects before the response ends, or already
 * has.
 */
export const abortOnClose = (res: Response): AbortSignal => {
  const gone = new AbortController();
  if (res.closed) gone.abort();
  else res.once("close", () => gone.abort());
  return gone.signal;
};
